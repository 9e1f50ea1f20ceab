import { authorizeOnAll, explainAccess } from '@content-service/domain'
import { createJsonResponse, type RestHandler } from '../http.ts'
import { readParameters } from '../paging.ts'
import { RestError } from '../problem.ts'
import { accessParameters } from './access-schemas.ts'

export const getAccessExplanation: RestHandler = async (request, context) => {
  authorizeOnAll(context, 'audit:read')
  const { permission, ...about } = readParameters(request.query, accessParameters(context.model))
  if (permission === undefined)
    throw new RestError(
      'BAD_REQUEST',
      'The parameter permission is missing. Set it to the permission to explain.',
    )
  return createJsonResponse(200, await explainAccess(context, { permission, ...about }))
}
