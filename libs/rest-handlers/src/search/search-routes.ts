import type { Route } from '../route.ts'
import { search } from './search-handlers.ts'

export const searchRoutes: readonly Route[] = [{ path: '/api/search', methods: { GET: [search, 'search'] } }]
