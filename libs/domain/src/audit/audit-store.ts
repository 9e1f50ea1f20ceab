import type { AuditEntry } from './audit-entry.ts'

/**
 * Port: where refusals are entered. What is allowed is entered by the store that writes it, in the transaction of
 * the write, so that neither is ever there without the other (C7.10).
 */
export interface AuditStore {
  refused(entry: Pick<AuditEntry, 'resource' | 'resourceId'>): Promise<void>
}
