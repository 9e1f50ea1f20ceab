import { authorizeOnAll, explainAccess } from '@content-service/domain'
import { json, type RestHandler } from '../http.ts'
import { parametersOf } from '../paging.ts'
import { RestError } from '../problem.ts'
import { accessParameters } from './access-schemas.ts'

export const getAccessExplanation: RestHandler = async (request, context) => {
  authorizeOnAll(context, 'audit:read')
  const { permission, ...about } = parametersOf(request.query, accessParameters(context.model))
  if (permission === undefined)
    throw new RestError(
      'BAD_REQUEST',
      'The parameter permission is missing. Set it to the permission to explain.',
    )
  return json(200, await explainAccess(context, { permission, ...about }))
}
