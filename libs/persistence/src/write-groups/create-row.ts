import { type ContentModel } from '@content-service/domain'
import { deriveEvents, type EventRecord } from '@content-service/domain/internal/events'
import type { AuditContext } from '@content-service/domain/internal/audit'
import { toEntryRow } from '../recording/audit-entries.ts'
import { toEventRow } from '../recording/outbox.ts'
import type { NewRecord, NewRow } from './insert-statement.ts'

/** The row of a new record with its entry in the audit log (C7.10) and its events (C11.1). */
export const createRow = (model: ContentModel, auditContext: AuditContext, given: NewRecord): NewRow => {
  const { plural } = given.type
  const entry = { resource: plural, resourceId: String(given.record.id), decision: 'ALLOW' } as const
  // The type decides the record.
  const change = { before: null, after: given.record as EventRecord }
  return {
    ...given,
    entry: toEntryRow(auditContext, entry),
    events: deriveEvents(model, plural, change).map((event) => toEventRow(auditContext, event)),
  }
}
