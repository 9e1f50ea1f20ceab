import { okPage } from '../endpoints/answers.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { auditParameters, parseAuditParameters } from './audit-filters.ts'
import { auditEntrySchema } from './audit-schemas.ts'

/** C12.2. */
export const auditRoutes = createAreaRoutes({
  tag: 'Access',
  endpoints: {
    'GET /api/audit-log': declareEndpoint('auditLog', {
      summary: 'Read the audit log',
      description: 'All writes and refused requests, newest first.',
      query: auditParameters,
      parseFilters: parseAuditParameters,
      connection: 'auditLog',
      answer: okPage(auditEntrySchema, 'A page of entries.'),
    }),
  },
})
