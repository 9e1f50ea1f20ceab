import type { Route } from '../route.ts'
import { getAccessExplanation } from './access-handlers.ts'

export const accessRoutes: readonly Route[] = [
  { path: '/api/access-explanations', methods: { GET: [getAccessExplanation, 'explainAccess'] } },
]
