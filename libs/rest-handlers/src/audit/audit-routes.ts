import { okPage } from '../answers.ts'
import { createAreaRoutes } from '../route.ts'
import { serve } from '../serve.ts'
import { auditEntrySchema } from './audit-schemas.ts'

/** C12.2. */
export const auditRoutes = createAreaRoutes({
  tag: 'Access',
  endpoints: {
    'GET /api/audit-log': serve('auditLog', {
      summary: 'Read the audit log',
      description: 'All writes and refused requests, newest first.',
      answer: okPage(auditEntrySchema, 'A page of entries.'),
    }),
  },
})
