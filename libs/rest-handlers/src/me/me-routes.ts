import type { Route } from '../route.ts'
import { putFollowing, removeFollowing } from './follow-handlers.ts'
import { getMe, patchMe } from './me-handlers.ts'
import { getPreferences, getSettings, patchPreferences, patchSettings } from './settings-handlers.ts'

export const meRoutes: readonly Route[] = [
  { path: '/api/me', methods: { GET: [getMe, 'currentUser'], PATCH: [patchMe, 'updateUser'] } },
  {
    path: '/api/me/settings',
    methods: { GET: [getSettings, 'currentUser'], PATCH: [patchSettings, 'updateSettings'] },
  },
  {
    path: '/api/me/preferences',
    methods: { GET: [getPreferences, 'currentUser'], PATCH: [patchPreferences, 'updatePreferences'] },
  },
  {
    path: '/api/me/following/:id',
    methods: { PUT: [putFollowing, 'followUser'], DELETE: [removeFollowing, 'unfollowUser'] },
  },
]
