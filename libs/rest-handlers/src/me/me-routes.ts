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
        summary: 'Get your own account',
        access: 'signed in',
        answers: [one(accountSchema, 'The account.')],
      },
      PATCH: {
        handler: patchMe,
        operation: 'updateUser',
        id: 'updateCurrentUser',
        summary: 'Change your own account',
        access: 'users:write',
        body: accountBody,
        shows: 'users:read',
        answers: [one(accountSchema, 'The changed account.')],
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
        summary: 'Get your own settings',
        access: 'signed in',
        answers: [one(settingsSchema, 'The settings.')],
      },
      PATCH: {
        handler: patchSettings,
        operation: 'updateSettings',
        summary: 'Change your own settings',
        access: 'users:write',
        body: settingsBody,
        shows: 'users:read',
        answers: [one(settingsSchema, 'The changed settings.')],
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
        summary: 'Get your own preferences',
        access: 'signed in',
        answers: [one(preferencesSchema, 'The preferences.')],
      },
      PATCH: {
        handler: patchPreferences,
        operation: 'updatePreferences',
        summary: 'Change your own preferences',
        access: 'users:write',
        body: preferencesBody,
        shows: 'users:read',
        answers: [one(preferencesSchema, 'The changed preferences.')],
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
        answers: [nothing('You follow the user.')],
      },
      DELETE: {
        handler: removeFollowing,
        operation: 'unfollowUser',
        summary: 'Stop following a user',
        access: 'signed in',
        answers: [nothing('You do not follow the user.')],
      },
    },
  },
]
