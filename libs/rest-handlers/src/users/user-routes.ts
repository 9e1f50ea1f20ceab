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
        description: 'Newest first. Without `users:read` on others it holds oneself alone.',
        access: 'users:read',
        query: userListParameters,
        answers: [paged(userSchema, 'A page of users.')],
      },
      POST: {
        handler: postUser,
        operation: 'createUser',
        summary: 'Create a user',
        description: 'Without a password: they can sign in once an invitation or a reset has set one.',
        access: 'users:write',
        body: newUserBody,
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
        summary: 'Replace a user, or create one of this id',
        description: 'With `If-None-Match: *` it only creates, with `If-Match` it only replaces.',
        access: 'users:write',
        body: replacedUserBody,
        answers: [one(userSchema, 'It was replaced.'), created(userSchema, 'It was created.')],
        isConditional: true,
      },
      PATCH: {
        handler: patchUser,
        operation: 'updateUser',
        summary: 'Change parts of a user',
        description: '`deleted: true` hides the user and ends what they have signed in to; `false` restores.',
        access: 'users:write',
        body: patchedUserBody,
        answers: [one(userSchema, 'The user as it is now.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeUser,
        operation: 'deleteUser',
        summary: 'Delete a user for good',
        description: 'The account goes; what the user wrote stays, and belongs to `ghost`.',
        access: 'users:delete',
        answers: [nothing('The user is gone.')],
        isConditional: true,
      },
    },
  },
]
