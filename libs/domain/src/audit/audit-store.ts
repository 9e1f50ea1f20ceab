import type { AuditEntry } from './audit-entry.ts'

/** A refusal: the facts of an entry of the audit log in addition to the actor. */
export type RefusedEntry = Pick<
  AuditEntry,
  'action' | 'resource' | 'resourceId' | 'field' | 'reason' | 'moreRefused'
>

/**
 * Port: stores refusals. The store of an allowed write enters the write in the same transaction, so that neither the
 * write nor its entry exists without the other (C7.10).
 */
export interface AuditStore {
  /** Enters the refusals of one request, with one statement. */
  addRefusals(entries: readonly RefusedEntry[]): Promise<void>
  /** C16.5: enters a run of an operation of no record, in its transaction. */
  addRun(resource: string, name: string): Promise<void>
  /** Removes entries from before `before`; returns their number (C12.6). */
  purge(before: Date, atMost: number): Promise<number>
}
