import type { AuditContext } from '../../audit/audit-entry.ts'
import type { AuditStore } from '../../audit/audit-store.ts'
import { builtInModel } from '../../service/content-types.ts'
import type { Stores } from '../../context/context.ts'
import type { KeptRequest } from '../../idempotency/idempotency-store.ts'
import { TEST_AUDIT_CONTEXT } from '../test-audit-context.ts'
import type { RecordStores } from '../../model/record-store.ts'
import { newRecord, type AnyRecord } from '../../model/record-changes.ts'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordType } from '../../model/record-type.ts'
import { SINGLE_ID } from '../../model/single-type.ts'
import { MemoryAccountStore } from './memory-accounts.ts'
import { MemoryApiKeyStore } from './memory-api-keys.ts'
import { MemoryClientStore, MemorySessionStore } from './memory-clients.ts'
import { MemoryArticleStore, MemoryCommentStore } from './memory-content.ts'
import { MemoryDeliveryStore } from './memory-deliveries.ts'
import { MemoryRecordStore } from './memory-records.ts'
import { MemoryReader } from './memory-reader.ts'
import { memoryErasures } from './memory-erasures.ts'
import { MemoryExportStore } from './memory-exports.ts'
import { memoryIntegrity } from './memory-integrity.ts'
import { memoryMails } from './memory-mails.ts'
import { MemorySecondFactorStore } from './memory-second-factors.ts'
import { MemorySearchStore } from './memory-search.ts'
import { MemorySession } from './memory-session.ts'
import { MemoryTables } from './memory-tables.ts'
import { memoryIdempotency, MemoryUnitOfWork, withinBudget } from './memory-unit-of-work.ts'
import { MemoryUserStore } from './memory-users.ts'
import { MemoryWebhookStore } from './memory-webhooks.ts'

type AuditedStores = Omit<
  Stores,
  | 'reader'
  | 'search'
  | 'idempotency'
  | 'deliveries'
  | 'mails'
  | 'erasures'
  | 'integrity'
  | 'statistics'
  | 'withAuditContext'
  | 'withMails'
  | 'once'
  | 'atomically'
>

type Within = ConstructorParameters<typeof MemorySession>[2]

const memoryAudit = (session: MemorySession): AuditStore => ({
  addRefusals: (entries) => session.refused(entries),
  purge: async (before, atMost) => session.tables.auditEntries.remove(({ at }) => at < before, atMost).length,
})

/** The stores whose writes have entries in the audit log. */
const createAuditedStores = (session: MemorySession): AuditedStores => ({
  users: new MemoryUserStore(session),
  articles: new MemoryArticleStore(session),
  comments: new MemoryCommentStore(session),
  // The requested type decides the type of the records.
  records: ((type: RecordType) => new MemoryRecordStore(type, session)) as unknown as RecordStores,
  // A deletion in memory is done at once.
  removals: { finish: async () => false },
  accounts: new MemoryAccountStore(session),
  apiKeys: new MemoryApiKeyStore(session),
  webhooks: new MemoryWebhookStore(session),
  clients: new MemoryClientStore(session),
  sessions: new MemorySessionStore(session),
  secondFactors: new MemorySecondFactorStore(session),
  exports: new MemoryExportStore(session),
  audit: memoryAudit(session),
})

/** C14.4: the records that the migrations of single types insert. */
const addSingles = (tables: MemoryTables, { types }: ContentModel): void => {
  for (const type of types) {
    const table = tables.declared.of(type.plural)
    const record = () => newRecord(type, {}, { id: SINGLE_ID, now: new Date(0), creator: null })
    // Each field of a single type can be left out.
    if (type.isSingle && table.get(SINGLE_ID) === undefined) table.put(record() as AnyRecord)
  }
}

/** Stores that keep their data in this process, for tests of rules and operations, which need no database. */
export const memoryStores = (tables = new MemoryTables(), model = builtInModel): Stores => {
  addSingles(tables, model)
  const shared = {
    reader: new MemoryReader(tables, model),
    search: new MemorySearchStore(tables, model),
    deliveries: new MemoryDeliveryStore(tables),
    idempotency: memoryIdempotency(tables),
    mails: memoryMails(tables),
    erasures: memoryErasures(tables),
    integrity: memoryIntegrity(tables),
    statistics: { refresh: async () => undefined },
  }
  const createStores = (auditContext: AuditContext, within: Within): Stores => ({
    ...shared,
    ...createAuditedStores(new MemorySession(tables, auditContext, within)),
    withAuditContext: (other) => createStores(other, within),
    withMails: (mails) => createStores(auditContext, { ...within, mails }),
    once: (name, now, work) => {
      const begun = new MemoryUnitOfWork(tables)
      const keep = async (done: KeptRequest) =>
        void tables.doneRequests.put({ ...withinBudget(tables, done), name })
      const hasWritten = () => begun.hasWritten()
      return begun.run({ name, now }, () =>
        work({ stores: createStores(auditContext, { ...within, undertaking: begun }), hasWritten, keep }),
      )
    },
    atomically: (work) => {
      if (within.undertaking) return work(createStores(auditContext, within))
      const begun = new MemoryUnitOfWork(tables)
      return begun.run(null, () => work(createStores(auditContext, { ...within, undertaking: begun })))
    },
  })
  return createStores(TEST_AUDIT_CONTEXT, { undertaking: null, mails: [], model })
}
