import { created, nothing, one, paged } from '../answers.ts'
import type { Route } from '../route.ts'
import { getUser, listUsers, patchUser, postUser, removeUser, replaceUser } from './user-handlers.ts'
import {
  newUserBody,
  patchedUserBody,
  replacedUserBody,
  userListParameters,
  userNumber,
  userSchema,
} from './user-schemas.ts'

export const userRoutes: readonly Route[] = [
  {
    path: '/api/users',
    tag: 'Users',
    methods: {
      GET: {
        handler: listUsers,
        operation: 'users',
        summary: 'List users',
        description:
          'Newest first. Without `users:read` on all users, the list contains only your own account.',
        access: 'users:read',
        query: userListParameters,
        answers: [paged(userSchema, 'A page of users.')],
      },
      POST: {
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
    },
  },
  {
    path: '/api/users/:id',
    variables: { id: userNumber },
    tag: 'Users',
    methods: {
      GET: {
        handler: getUser,
        operation: 'user',
        summary: 'Get a user',
        access: 'users:read',
        answers: [one(userSchema, 'The user.')],
      },
      PUT: {
        handler: replaceUser,
        operation: 'putUser',
        summary: 'Replace a user, or create a user with this id',
        description: 'With `If-None-Match: *` the request only creates, with `If-Match` it only replaces.',
        access: 'users:write',
        body: replacedUserBody,
        shows: 'users:read',
        answers: [one(userSchema, 'The replaced user.'), created(userSchema, 'The created user.')],
        isConditional: true,
      },
      PATCH: {
        handler: patchUser,
        operation: 'updateUser',
        summary: 'Change parts of a user',
        description: '`deleted: true` hides the user and ends all their sessions; `false` restores the user.',
        access: 'users:write',
        body: patchedUserBody,
        shows: 'users:read',
        answers: [one(userSchema, 'The changed user.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeUser,
        operation: 'deleteUser',
        summary: 'Delete a user permanently',
        description:
          'Deletes the account. The articles and comments of the user stay, and belong to `ghost`.',
        access: 'users:delete',
        answers: [nothing('The user is deleted.')],
        isConditional: true,
      },
    },
  },
]
