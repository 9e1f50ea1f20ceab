export { AUDIT_DECISIONS, type AuditContext, type AuditEntry } from './audit-entry.ts'
export type { AuditStore, RefusedEntry } from './audit-store.ts'
export { AUDIT_FILTERS, auditOperations, parseAuditFilters, type AuditFilters } from './audit-reading.ts'
export { auditRefusals, noteRefusal, runAudited, withAudit } from './run-audited.ts'
