import { takenOn, told } from '../answers.ts'
import type { Route } from '../route.ts'
import { userNumber } from '../users/user-schemas.ts'
import { getExport, postErasure, postExport } from './personal-data-handlers.ts'
import { erasureBody, exportSchema } from './personal-data-schemas.ts'

export const personalDataRoutes: readonly Route[] = [
  {
    path: '/api/me/export',
    tag: 'Own account',
    methods: {
      GET: {
        handler: getExport,
        operation: 'dataExport',
        summary: 'Get the newest export of one’s own data',
        description: 'Takes a credential with `users:read` and `users:delete` on oneself.',
        access: 'signed in',
        answers: [told(exportSchema, 'How far it has come, and where it is.')],
      },
      POST: {
        handler: postExport,
        operation: 'exportMyData',
        summary: 'Export one’s own data',
        description:
          'Has a file made of all that is kept about oneself; a mail says when it is ready. One that is being made, ' +
          'or can be had, is answered again. Takes a credential with `users:read` and `users:delete` on oneself.',
        access: 'signed in',
        answers: [takenOn(exportSchema, 'It is being made.')],
      },
    },
  },
  {
    path: '/api/users/:id/erasure',
    variables: { id: userNumber },
    tag: 'Users',
    methods: {
      POST: {
        handler: postErasure,
        operation: 'eraseUser',
        summary: 'Erase a user',
        description:
          'Removes the account for good, as DELETE does, and takes the person out of the audit log and of events, which ' +
          'goes on for a moment. Oneself with the password, others for who may delete them.',
        access: 'signed in',
        body: erasureBody,
        answers: [{ status: 202, description: 'The account is gone.', headers: [] }],
      },
    },
  },
]
