import type { AuditContext, AuditEntry, RefusedEntry } from '@content-service/domain/internal/audit'
import { v7 as uuidv7 } from 'uuid'

/** The fields of an entry in addition to the audit context. A refusal also has an action and a reason. */
export type NewAuditEntry = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>

export const toEntryRow = (auditContext: AuditContext, entry: NewAuditEntry) => ({
  id: uuidv7(),
  at: auditContext.at,
  actorId: auditContext.actorId,
  credential: auditContext.credential,
  address: auditContext.address,
  requestId: auditContext.requestId,
  action: entry.action ?? auditContext.action,
  resource: entry.resource,
  resourceId: entry.resourceId,
  decision: entry.decision,
  field: entry.field ?? null,
  reason: entry.reason ?? null,
  moreRefused: entry.moreRefused ?? 0,
})
