import { accepted, ok } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { userNumber } from '../users/user-schemas.ts'
import { erasureBody, exportSchema } from './personal-data-schemas.ts'

export const personalDataRoutes: readonly Route[] = [
  ...createAreaRoutes({
    tag: 'Own account',
    endpoints: {
      'GET /api/me/export': declareEndpoint('dataExport', {
        summary: 'Get the newest export of your own data',
        description: 'Needs a credential with `users:read` and `users:delete` on your own account.',
        answer: ok(exportSchema, 'The state of the export, and its URL.'),
        absent: 'You have not requested an export yet.',
        isSecret: true,
      }),
      'POST /api/me/export': declareEndpoint('exportMyData', {
        summary: 'Export your own data',
        description:
          'The service creates a file with all data that it stores about you, and mails you when the file is ready. While an export is PENDING ' +
          'or READY, the response is that export. Needs a credential with `users:read` and `users:delete` on your own account.',
        answer: accepted(exportSchema, 'The service is creating the file.'),
        isSecret: true,
      }),
    },
  }),
  ...createAreaRoutes({
    tag: 'Users',
    variables: { id: userNumber },
    endpoints: {
      // A POST, because the content of a DELETE may be dropped on its way (RFC 9110 §9.3.5).
      'POST /api/users/:id/erasure': declareEndpoint('eraseUser', {
        summary: 'Erase a user',
        description:
          'Deletes the account permanently, as DELETE does. A job of the service also removes the person from the audit log and from ' +
          'events. To erase your own account, send your password. To erase other accounts, you need the right to delete them.',
        body: erasureBody,
        answer: { status: 202, description: 'The account is deleted.', headers: [] },
      }),
    },
  }),
]
