import type { ContentModel } from '@content-service/domain'
import { told } from '../answers.ts'
import type { Route } from '../route.ts'
import { getAccessExplanation } from './access-handlers.ts'
import { accessExplanationSchema, accessParameters } from './access-schemas.ts'

export const accessRoutes = (model: ContentModel): readonly Route[] => [
  {
    path: '/api/access-explanations',
    tag: 'Access',
    methods: {
      GET: {
        handler: getAccessExplanation,
        operation: 'explainAccess',
        summary: 'Explain why a user may or may not do an action',
        access: 'audit:read',
        query: accessParameters(model),
        answers: [told(accessExplanationSchema(model), 'The decision of the policy, with its reasons.')],
      },
    },
  },
]
