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
        summary: 'Get the newest export of your own data',
        description: 'Needs a credential with `users:read` and `users:delete` on your own account.',
        access: 'signed in',
        answers: [told(exportSchema, 'The state of the export, and its address.')],
      },
      POST: {
        handler: postExport,
        operation: 'exportMyData',
        summary: 'Export your own data',
        description:
          'The service creates a file with all data that it stores about you, and mails you when the file is ready. While an export is PENDING ' +
          'or READY, the response is that export. Needs a credential with `users:read` and `users:delete` on your own account.',
        access: 'signed in',
        answers: [takenOn(exportSchema, 'The service is creating the file.')],
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
          'Deletes the account permanently, as DELETE does. A job of the service also removes the person from the audit log and from ' +
          'events. To erase your own account, send your password. To erase other accounts, you need the right to delete them.',
        access: 'signed in',
        body: erasureBody,
        answers: [{ status: 202, description: 'The account is deleted.', headers: [] }],
      },
    },
  },
]
