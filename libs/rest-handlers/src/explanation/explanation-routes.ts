import { type ContentModel } from '@content-service/domain'
import { authorizeOnAll } from '@content-service/domain/internal/access'
import { explainAccess } from '@content-service/domain/internal/explanation'
import { ok } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { createJsonResponse, type RestHandler } from '../protocol/http.ts'
import { readParameters } from '../requests/paging.ts'
import { RestError } from '../protocol/problem.ts'
import { accessExplanationSchema, accessParameters } from './explanation-schemas.ts'

const getAccessExplanation: RestHandler = async (request, context) => {
  authorizeOnAll(context, 'audit:read')
  const { permission, ...about } = readParameters(request.query, accessParameters(context.model))
  if (permission === undefined)
    throw new RestError(
      'BAD_REQUEST',
      'The parameter permission is missing. Set it to the permission to explain.',
    )
  return createJsonResponse(200, await explainAccess(context, { permission, ...about }))
}

export const explanationRoutes = (model: ContentModel): readonly Route[] =>
  createAreaRoutes({
    tag: 'Access',
    endpoints: {
      'GET /api/access-explanations': {
        handler: getAccessExplanation,
        operation: 'explainAccess',
        summary: 'Explain why a user may or may not do an action',
        access: 'audit:read',
        query: accessParameters(model),
        answers: [ok(accessExplanationSchema(model), 'The decision of the policy, with its reasons.')],
      },
    },
  })
