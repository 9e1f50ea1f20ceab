import type { Route } from '../route.ts'
import { getUser, listUsers, patchUser, postUser, removeUser, replaceUser } from './user-handlers.ts'

export const userRoutes: readonly Route[] = [
  { path: '/api/users', methods: { GET: [listUsers, 'users'], POST: [postUser, 'createUser'] } },
  {
    path: '/api/users/:id',
    methods: {
      GET: [getUser, 'user'],
      PUT: [replaceUser, 'putUser'],
      PATCH: [patchUser, 'updateUser'],
      DELETE: [removeUser, 'deleteUser'],
    },
  },
]
