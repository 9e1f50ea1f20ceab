import { readAuditLog } from '@content-service/domain'
import { connectionPage, selectedNodes } from '../reading/connections.ts'
import type { RootResolvers } from '../resolvers.ts'

export const auditQueries: RootResolvers = {
  auditLog: (_, page, context, info) =>
    readAuditLog(context, connectionPage(page), selectedNodes('AuditEntry', info)),
}
