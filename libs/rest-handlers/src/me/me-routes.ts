import { OPERATIONS, type ContentModel } from '@content-service/domain'
import type { TSchema } from 'typebox'
import { createWordsHandler } from '../actions/words-handler.ts'
import { noContent, okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Representation } from '../representations/representation.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { userNumber } from '../users/user-schemas.ts'
import { getMe, patchMe, readOwn } from './me-handlers.ts'
import {
  accountBody,
  accountSchema,
  permissionsSchema,
  preferencesBody,
  preferencesSchema,
  settingsBody,
  settingsSchema,
} from './me-schemas.ts'
import { PREFERENCES, SETTINGS } from './present-account.ts'

const readPart = (part: string, representation: Representation, schema: TSchema): Endpoint => ({
  handler: readOwn(() => representation),
  operation: 'currentUser',
  id: part,
  summary: `Get your own ${part}`,
  access: 'signed in',
  answers: [okWithEtag(schema, `The ${part}.`)],
})

export const meRoutes = (model: ContentModel) =>
  createAreaRoutes({
    tag: 'Own account',
    variables: { id: userNumber },
    endpoints: {
      'GET /api/me': {
        handler: getMe,
        operation: 'currentUser',
        summary: 'Get your own account',
        access: 'signed in',
        answers: [okWithEtag(accountSchema(model), 'The account.')],
      },
      'PATCH /api/me': {
        handler: patchMe,
        operation: 'updateUser',
        id: 'updateCurrentUser',
        summary: 'Change your own account',
        access: 'users:write',
        body: accountBody(model),
        shows: 'users:read',
        answers: [okWithEtag(accountSchema(model), 'The changed account.')],
        isConditional: true,
      },
      'GET /api/me/permissions': {
        handler: createWordsHandler(OPERATIONS.currentPermissions),
        operation: 'currentPermissions',
        summary: 'List your permissions on all records',
        description: 'Within the scopes of your credential; without one, the permissions of guests.',
        access: 'anyone',
        answers: [okWithEtag(permissionsSchema, 'The permissions in alphabetical order.')],
      },
      'GET /api/me/settings': readPart('settings', SETTINGS, settingsSchema),
      'PATCH /api/me/settings': declareEndpoint('updateSettings', {
        summary: 'Change your own settings',
        body: settingsBody,
        as: SETTINGS,
        answer: okWithEtag(settingsSchema, 'The changed settings.'),
      }),
      'GET /api/me/preferences': readPart('preferences', PREFERENCES, preferencesSchema),
      'PATCH /api/me/preferences': declareEndpoint('updatePreferences', {
        summary: 'Change your own preferences',
        body: preferencesBody,
        as: PREFERENCES,
        answer: okWithEtag(preferencesSchema, 'The changed preferences.'),
      }),
      'PUT /api/me/following/:id': declareEndpoint('followUser', {
        summary: 'Follow a user',
        answer: noContent('You follow the user.'),
      }),
      'DELETE /api/me/following/:id': declareEndpoint('unfollowUser', {
        summary: 'Stop following a user',
        answer: noContent('You do not follow the user.'),
      }),
    },
  })
