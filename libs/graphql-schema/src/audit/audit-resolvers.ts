import { readAuditLog } from '@content-service/domain'
import { connectionPage, selectedNodes } from '../reading/connections.ts'
import type { QueryResolvers } from '../resolver-types.ts'

export const auditQueries = {
  auditLog: (_, page, context, info) =>
    readAuditLog(context, connectionPage(page), selectedNodes('AuditEntry', info)),
} satisfies Partial<QueryResolvers>
