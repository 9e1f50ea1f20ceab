import { told } from '../answers.ts'
import type { Route } from '../route.ts'
import { getAccessExplanation } from './access-handlers.ts'
import { accessExplanationSchema, accessParameters } from './access-schemas.ts'

export const accessRoutes: readonly Route[] = [
  {
    path: '/api/access-explanations',
    tag: 'Access',
    methods: {
      GET: {
        handler: getAccessExplanation,
        operation: 'explainAccess',
        summary: 'Explain why somebody may do something, or may not',
        access: 'audit:read',
        query: accessParameters,
        answers: [told(accessExplanationSchema, 'What the policy decides, and why.')],
      },
    },
  },
]
