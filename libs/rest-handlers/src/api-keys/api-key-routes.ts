import type { Route } from '../route.ts'
import { getApiKeys, postApiKey, removeApiKey } from './api-key-handlers.ts'

export const apiKeyRoutes: readonly Route[] = [
  { path: '/api/api-keys', methods: { GET: [getApiKeys, 'apiKeys'], POST: [postApiKey, 'createApiKey'] } },
  { path: '/api/api-keys/:id', methods: { DELETE: [removeApiKey, 'revokeApiKey'] } },
]
