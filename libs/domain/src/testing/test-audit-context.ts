import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'

/** The time at which every test begins. */
export const NOON = new Date('2026-11-20T12:00:00.000Z')

/** The audit context of the writes of a test. */
export const TEST_AUDIT_CONTEXT: AuditContext = createServiceAuditContext('test', NOON)
