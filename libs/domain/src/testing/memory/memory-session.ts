import type { AuditContext } from '../../audit/audit-entry.ts'
import type { AuditStore } from '../../audit/audit-store.ts'
import { deriveEvents } from '../../events/derive-events.ts'
import { getChangedRecord, type Change } from '../../events/domain-event.ts'
import { admitMail } from '../../mails/admit-mail.ts'
import { MAIL_WINDOW_MS } from '../../mails/mail-limit.ts'
import type { NewMail } from '../../mails/mail-store.ts'
import type { ContentModel } from '../../model/content-model.ts'
import { createReadOnlyRefusal } from '../../rules/read-only.ts'
import { nextUuid, type Id, type MemoryTables } from './memory-tables.ts'
import type { MemoryUnitOfWork } from './memory-unit-of-work.ts'
import type { MemoryReader } from './reading/memory-reader.ts'

/** What the sessions on the same data and content types share. */
export interface MemoryData {
  readonly tables: MemoryTables
  readonly model: ContentModel
  readonly reader: MemoryReader
}

/** What one operation adds. */
export interface MemoryScope {
  readonly auditContext: AuditContext
  readonly unitOfWork: MemoryUnitOfWork | null
  readonly mails: readonly NewMail[]
  /** C16.5: the stores refuse to write. */
  readonly isReadOnly?: true
}

/** The shared parts of the stores of one operation: the data, and how they record their writes. */
export interface MemorySession extends MemoryData {
  readonly auditContext: AuditContext
  readonly audit: AuditStore
  readonly recordWrite: (resource: string, ...ids: readonly (string | number)[]) => void
  /** `recordWrite` for records that have events. */
  readonly recordChanges: (resource: string, changes: readonly Change<{ readonly id: Id }>[]) => void
}

/** @throws RateLimited before it enqueues a mail. */
const enqueueMails = ({ mails, sentMails }: MemoryTables, at: Date, written: readonly NewMail[]): void => {
  const since = at.getTime() - MAIL_WINDOW_MS
  const isAdmitted = (mail: NewMail): boolean => {
    const sent = sentMails.where((each) => each.recipient === mail.recipient && each.at.getTime() > since)
    const times = sent.map((each) => each.at)
    return admitMail(mail, times, at)
  }
  for (const { sealed, recipient } of written.filter(isAdmitted)) {
    sentMails.put({ id: nextUuid(), recipient, at })
    const times = { createdAt: at, nextAttemptAt: at }
    mails.put({ id: nextUuid(), sealed, ...times, attempts: 0, claimedUntil: null })
  }
}

export const createSession = (data: MemoryData, scope: MemoryScope): MemorySession => {
  const { tables, model } = data
  const { auditContext, unitOfWork, mails, isReadOnly = false } = scope
  const recordWrite: MemorySession['recordWrite'] = (resource, ...ids) => {
    if (ids.length === 0) return
    if (unitOfWork) unitOfWork.hasWritten = true
    if (isReadOnly) throw createReadOnlyRefusal()
    enqueueMails(tables, auditContext.at, mails)
    tables.recordWrite(auditContext, { resource, ids })
  }
  return {
    ...data,
    auditContext,
    recordWrite,
    recordChanges: (resource, changes) => {
      // The resource decides the type of the record.
      const events = changes.flatMap((change) => deriveEvents(model, resource, change as Change<never>))
      for (const event of events)
        tables.events.put({
          ...{ id: nextUuid(), at: auditContext.at, ...event },
          ...{ dispatchedAt: null, depth: auditContext.eventDepth ?? 0 },
        })
      // The watchers of this write read its events.
      recordWrite(resource, ...changes.map((change) => getChangedRecord(change).id))
    },
    audit: {
      addRun: async (resource, name) => recordWrite(resource, name),
      addRefusals: async (refused) => {
        const entries = refused.map((entry) => ({ ...entry, decision: 'DENY' as const }))
        const enter = () => tables.appendAuditEntries(auditContext, entries)
        if (unitOfWork) unitOfWork.afterwards(enter)
        else enter()
      },
      purge: async (before, atMost) => tables.auditEntries.remove(({ at }) => at < before, atMost).length,
    },
  }
}
