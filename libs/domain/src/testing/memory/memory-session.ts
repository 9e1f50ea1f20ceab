import type { AuditContext } from '../../audit/audit-entry.ts'
import type { RefusedEntry } from '../../audit/audit-store.ts'
import { getChangedRecord, type Change } from '../../events/domain-event.ts'
import type { EventRecord, EventResource } from '../../events/event-data.ts'
import { deriveEvents } from '../../events/derive-events.ts'
import type { ContentModel } from '../../model/content-model.ts'
import { findType } from '../../model/find-type.ts'
import { initialAttributes } from '../../model/record-changes.ts'
import type { RecordType } from '../../model/record-type.ts'
import type { NewMail } from '../../mails/mail-store.ts'
import type { MemoryTables } from './memory-tables.ts'
import type { MemoryUnitOfWork } from './memory-unit-of-work.ts'

export interface MemorySessionParts {
  readonly undertaking: MemoryUnitOfWork | null
  readonly mails: readonly NewMail[]
  readonly model: ContentModel
}

/** The shared parts of the stores of one operation: the tables, and the audit context of their writes. */
export class MemorySession {
  readonly tables: MemoryTables
  readonly auditContext: AuditContext
  readonly model: ContentModel
  readonly #undertaking: MemoryUnitOfWork | null
  readonly #mails: readonly NewMail[]

  constructor(
    tables: MemoryTables,
    auditContext: AuditContext,
    { undertaking: unitOfWork, mails, model }: MemorySessionParts,
  ) {
    this.model = model
    this.tables = tables
    this.auditContext = auditContext
    this.#undertaking = unitOfWork
    this.#mails = mails
  }

  /** The initial values of the attributes of a record of the type. */
  initialAttributes(type: RecordType): object {
    return initialAttributes(findType(this.model, type))
  }

  /** Notes an action that the service takes together with a write. */
  noteAction(action: string, resource: string, id: string): void {
    this.tables.appendAuditEntries(this.auditContext, [
      { action, resource, resourceId: id, decision: 'ALLOW' },
    ])
  }

  recordWrite(resource: string, ...ids: readonly (string | number)[]): void {
    if (ids.length === 0) return
    this.#undertaking?.wrote()
    this.tables.enqueueMails(this.auditContext.at, this.#mails)
    this.tables.appendAuditEntries(
      this.auditContext,
      ids.map((id) => ({ resource, resourceId: String(id), decision: 'ALLOW' })),
    )
    for (const tell of this.tables.watchers) tell({ resource, ids })
  }

  /** `wrote` for records that have events. */
  recordChanges(resource: EventResource, ...changes: readonly Change<EventRecord>[]): void {
    this.tables.appendEvents(
      this.auditContext.at,
      changes.flatMap((change) => deriveEvents(this.model, resource, change)),
    )
    // The watchers of this write read its events.
    this.recordWrite(resource, ...changes.map((change) => getChangedRecord(change).id))
  }

  async refused(refused: readonly RefusedEntry[]): Promise<void> {
    const entries = refused.map((entry) => ({ ...entry, decision: 'DENY' as const }))
    const enter = () => this.tables.appendAuditEntries(this.auditContext, entries)
    if (this.#undertaking) this.#undertaking.afterwards(enter)
    else enter()
  }
}
