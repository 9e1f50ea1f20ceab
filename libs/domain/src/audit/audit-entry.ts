import type { Branded, UserId } from '../rules/ids.ts'

export type AuditEntryId = Branded<string, 'AuditEntryId'>

/** Whether the service allowed or refused the action. */
export const AUDIT_DECISIONS = ['ALLOW', 'DENY'] as const
export type AuditDecision = (typeof AUDIT_DECISIONS)[number]

/** The actor, action, time, credential and address of an entry: all its facts except the record. */
export interface AuditContext {
  readonly at: Date
  /** Null for an anonymous caller, for a client that calls on its own behalf, and for the jobs of the service. */
  readonly actorId: UserId | null
  readonly credential: string
  readonly address: string | null
  readonly requestId: string
  /** The name of an operation or of a job. */
  readonly action: string
  /** C16.4: the number of handlers that caused the write, one by the events of the other; absent for none. No entry has it. */
  readonly eventDepth?: number
}

/** One line of the audit log (C7.10). It names records by their ids and contains nothing of their content. */
export interface AuditEntry extends Omit<AuditContext, 'eventDepth'> {
  /** A UUIDv7, so that the ids are in the order of the entries. */
  readonly id: AuditEntryId
  readonly resource: string
  readonly resourceId: string | null
  readonly decision: AuditDecision
  /** The refused field of the typed interface, such as `User.status`; null if the whole operation was refused. */
  readonly field: string | null
  /** The error code of a refusal; null for an allowed action. */
  readonly reason: string | null
  /** C12.6: the number of further refused fields and records of the same request, which have no entries. */
  readonly moreRefused: number
}

/** The audit context of the service itself, such as in a job. */
export const createServiceAuditContext = (action: string, at: Date): AuditContext => ({
  at,
  actorId: null,
  credential: 'service',
  address: null,
  requestId: action,
  action,
})
