import type { AuditEntry } from './audit-entry.ts'

/** A refusal, as the audit log has it beside the actor. */
export type RefusedEntry = Pick<
  AuditEntry,
  'action' | 'resource' | 'resourceId' | 'field' | 'reason' | 'moreRefused'
>

/**
 * Port: where refusals are entered. What is allowed is entered by the store that writes it, in the transaction of
 * the write, so that neither is ever there without the other (C7.10).
 */
export interface AuditStore {
  /** Enters the refusals of one request, with one statement. */
  addRefusals(entries: readonly RefusedEntry[]): Promise<void>
  /** Removes entries from before then; returns how many (C12.6). */
  purge(before: Date, atMost: number): Promise<number>
}
