import type { ContentModel } from '@content-service/domain'
import { ok } from '../answers.ts'
import { createAreaRoutes, type Route } from '../route.ts'
import { getAccessExplanation } from './access-handlers.ts'
import { accessExplanationSchema, accessParameters } from './access-schemas.ts'

export const accessRoutes = (model: ContentModel): readonly Route[] =>
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
