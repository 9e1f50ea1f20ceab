import { builtInModel, User } from '@content-service/domain'
import { userRecordRead } from '@content-service/domain/internal/users'
import { createActionList } from '../actions/action-list.ts'
import { createBulkEndpoint } from '../actions/bulk-endpoint.ts'
import { typeActionsEndpoint } from '../actions/type-actions.ts'
import { created, noContent, okWithEtag } from '../endpoints/answers.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { USER, USER_CHOICE } from './present-user.ts'
import { userAccessEndpoints } from './user-access.ts'
import {
  getUser,
  listUsers,
  postUser,
  replaceUser,
  userCounts,
  userListQuery,
  userPage,
} from './user-handlers.ts'
import { newUserBody, patchedUserBody, replacedUserBody, userNumber, userSchema } from './user-schemas.ts'

export const userRoutes = createAreaRoutes({
  tag: 'Users',
  variables: { id: userNumber },
  endpoints: {
    'GET /api/users': {
      handler: listUsers,
      operation: 'users',
      summary: 'List users',
      description:
        'Newest first. Without `users:read` on all users, the list contains only your own account.',
      access: 'users:read',
      query: userListQuery,
      answers: [userPage],
    },
    'GET /api/users/counts': userCounts,
    'POST /api/users': {
      handler: postUser,
      operation: 'createUser',
      summary: 'Create a user',
      description:
        'The user has no password. They can sign in after they have set a password with an invitation or a reset.',
      access: 'users:write',
      body: newUserBody,
      shows: 'users:read',
      answers: [created(userSchema, 'The new user.')],
    },
    ...typeActionsEndpoint(builtInModel, User),
    'GET /api/users/:id': {
      handler: getUser,
      operation: 'user',
      summary: 'Get a user',
      access: 'users:read',
      query: USER_CHOICE,
      answers: [okWithEtag(userSchema, 'The user.')],
    },
    'POST /api/users/actions': createBulkEndpoint(User),
    'GET /api/users/:id/actions': createActionList({
      type: User,
      read: userRecordRead,
      access: 'users:read',
    }),
    'PUT /api/users/:id': {
      handler: replaceUser,
      operation: 'putUser',
      summary: 'Replace a user, or create a user with this id',
      description: 'With `If-None-Match: *` the request only creates, with `If-Match` it only replaces.',
      access: 'users:write',
      body: replacedUserBody,
      shows: 'users:read',
      answers: [okWithEtag(userSchema, 'The replaced user.'), created(userSchema, 'The created user.')],
      isConditional: true,
    },
    'PATCH /api/users/:id': declareEndpoint('updateUser', {
      summary: 'Change parts of a user',
      description: '`deleted: true` hides the user and ends all their sessions; `false` restores the user.',
      body: patchedUserBody,
      as: USER,
      answer: okWithEtag(userSchema, 'The changed user.'),
    }),
    ...userAccessEndpoints,
    'DELETE /api/users/:id': declareEndpoint('deleteUser', {
      summary: 'Delete a user permanently',
      description: 'Deletes the account. The content of the user stays, and belongs to `ghost`.',
      as: USER,
      answer: noContent('The user is deleted.'),
    }),
  },
})
