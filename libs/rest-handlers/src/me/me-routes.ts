import { nothing, one } from '../answers.ts'
import type { Route } from '../route.ts'
import { userNumber } from '../users/user-schemas.ts'
import { putFollowing, removeFollowing } from './follow-handlers.ts'
import { getMe, patchMe } from './me-handlers.ts'
import {
  accountBody,
  accountSchema,
  preferencesBody,
  preferencesSchema,
  settingsBody,
  settingsSchema,
} from './me-schemas.ts'
import { getPreferences, getSettings, patchPreferences, patchSettings } from './settings-handlers.ts'

const tag = 'Own account'

export const meRoutes: readonly Route[] = [
  {
    path: '/api/me',
    tag,
    methods: {
      GET: {
        handler: getMe,
        operation: 'currentUser',
        summary: 'Get one’s own account',
        access: 'signed in',
        answers: [one(accountSchema, 'The account.')],
      },
      PATCH: {
        handler: patchMe,
        operation: 'updateUser',
        id: 'updateCurrentUser',
        summary: 'Change one’s own account',
        access: 'users:write',
        body: accountBody,
        answers: [one(accountSchema, 'The account as it is now.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/me/settings',
    tag,
    methods: {
      GET: {
        handler: getSettings,
        operation: 'currentUser',
        id: 'settings',
        summary: 'Get one’s own settings',
        access: 'signed in',
        answers: [one(settingsSchema, 'The settings.')],
      },
      PATCH: {
        handler: patchSettings,
        operation: 'updateSettings',
        summary: 'Change one’s own settings',
        access: 'users:write',
        body: settingsBody,
        answers: [one(settingsSchema, 'The settings as they are now.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/me/preferences',
    tag,
    methods: {
      GET: {
        handler: getPreferences,
        operation: 'currentUser',
        id: 'preferences',
        summary: 'Get one’s own preferences',
        access: 'signed in',
        answers: [one(preferencesSchema, 'The preferences.')],
      },
      PATCH: {
        handler: patchPreferences,
        operation: 'updatePreferences',
        summary: 'Change one’s own preferences',
        access: 'users:write',
        body: preferencesBody,
        answers: [one(preferencesSchema, 'The preferences as they are now.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/me/following/:id',
    variables: { id: userNumber },
    tag,
    methods: {
      PUT: {
        handler: putFollowing,
        operation: 'followUser',
        summary: 'Follow a user',
        access: 'signed in',
        answers: [nothing('The caller follows them.')],
      },
      DELETE: {
        handler: removeFollowing,
        operation: 'unfollowUser',
        summary: 'Follow a user no longer',
        access: 'signed in',
        answers: [nothing('The caller does not follow them.')],
      },
    },
  },
]
