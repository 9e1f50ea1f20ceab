import { paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { getAuditLog } from './audit-handlers.ts'
import { auditEntrySchema } from './audit-schemas.ts'

export const auditRoutes: readonly Route[] = [
  {
    path: '/api/audit-log',
    tag: 'Access',
    methods: {
      GET: {
        handler: getAuditLog,
        operation: 'auditLog',
        summary: 'Read the audit log',
        description: 'All writes and refused requests, newest first.',
        access: 'audit:read',
        query: pageParameters,
        answers: [paged(auditEntrySchema, 'A page of entries.')],
      },
    },
  },
]
