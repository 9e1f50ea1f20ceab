import type { Stores } from '../../context/context.ts'
import type { ContentModel } from '../../model/content-model.ts'
import { newRecord } from '../../model/types/record-changes.ts'
import type { RecordStores } from '../../model/types/record-store.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { withComputed } from '../../model/computed/computed-values.ts'
import { SINGLE_ID } from '../../model/types/single-type.ts'
import { builtInModel } from '../../service/content-types.ts'
import { TEST_AUDIT_CONTEXT } from '../test-audit-context.ts'
import { memoryAccounts } from './memory-accounts.ts'
import { memoryApiKeys } from './memory-api-keys.ts'
import { memoryClients, memorySessions } from './memory-clients.ts'
import { memoryErasures } from './memory-erasures.ts'
import { memoryIntegrity } from './memory-integrity.ts'
import { memorySecondFactors } from './memory-second-factors.ts'
import { createSession, type MemoryScope } from './memory-session.ts'
import { MemoryTables, type StoredRecord } from './memory-tables.ts'
import { attempt, memoryIdempotency, MemoryUnitOfWork, withinBudget } from './memory-unit-of-work.ts'
import { memoryWebhooks } from './memory-webhooks.ts'
import { memoryDeliveries } from './queues/memory-deliveries.ts'
import { memoryExports } from './queues/memory-exports.ts'
import { memoryHandlers } from './queues/memory-handlers.ts'
import { memoryMails } from './queues/memory-mails.ts'
import { MemoryReader } from './reading/memory-reader.ts'
import { memorySearch } from './reading/memory-search.ts'
import { memoryComments } from './records/memory-comments.ts'
import { memoryDrafts } from './records/memory-drafts.ts'
import { memoryRecords } from './records/memory-records.ts'
import { memoryUsers } from './records/memory-users.ts'

/** C14.4: the records that the migrations of single types insert. */
const addSingles = (tables: MemoryTables, { types }: ContentModel): void => {
  for (const type of types) {
    const table = tables.of(type.plural)
    const facts = { id: SINGLE_ID, now: new Date(0), creator: null }
    const record = () => withComputed(type, newRecord(type, {}, facts))
    // Each field of a single type can be left out.
    if (type.isSingle && !table.has(SINGLE_ID)) table.put(record() as StoredRecord)
  }
}

/** Stores that keep their data in this process, for tests of rules and operations, which need no database. */
export const memoryStores = (tables = new MemoryTables(), model = builtInModel): Stores => {
  addSingles(tables, model)
  const data = { tables, model, reader: new MemoryReader(tables, model) }
  const search = memorySearch(data)
  const createStores = (scope: MemoryScope): Stores => {
    const session = createSession(data, scope)
    return {
      reader: data.reader,
      search,
      audit: session.audit,
      users: memoryUsers(session),
      // C15.23: a model can leave out these types, and then no operation asks for their stores.
      get comments() {
        return memoryComments(session)
      },
      // The requested type decides the type of the records.
      records: ((type: RecordType) =>
        memoryRecords(session, model.typeOf(type.plural) ?? type)) as RecordStores,
      drafts: memoryDrafts(session),
      // A deletion in memory is done at once.
      removals: { finish: async () => null },
      accounts: memoryAccounts(session),
      apiKeys: memoryApiKeys(session),
      secondFactors: memorySecondFactors(session),
      clients: memoryClients(session),
      sessions: memorySessions(session),
      webhooks: memoryWebhooks(session),
      deliveries: memoryDeliveries(tables),
      handlers: memoryHandlers(tables, session.recordWrite),
      mails: memoryMails(tables),
      exports: memoryExports(session),
      erasures: memoryErasures(tables),
      integrity: memoryIntegrity(tables, model),
      idempotency: memoryIdempotency(tables),
      statistics: { refresh: async () => undefined },
      withAuditContext: (auditContext) => createStores({ ...scope, auditContext }),
      withMails: (mails) => createStores({ ...scope, mails }),
      once: (name, now, work) => {
        const unitOfWork = new MemoryUnitOfWork()
        return unitOfWork.run(tables, { name, now }, () =>
          work({
            stores: createStores({ ...scope, unitOfWork }),
            hasWritten: () => unitOfWork.hasWritten,
            keep: async (done) => void tables.doneRequests.put({ ...withinBudget(tables, done), name }),
          }),
        )
      },
      atomically: (work) => inUnit(scope, (within) => work(createStores(within))),
      alone: (work) => inUnit(scope, (within) => work(createStores(within))),
      reading: (work) => {
        const unitOfWork = new MemoryUnitOfWork()
        const within = { ...scope, isReadOnly: true, unitOfWork } as const
        return work(createStores(within)).finally(() => unitOfWork.end())
      },
      attempt: (work) => attempt(tables, scope, (within) => work(createStores(within))),
    }
  }
  const inUnit = <Result>(
    scope: MemoryScope,
    work: (within: MemoryScope) => Promise<Result>,
  ): Promise<Result> => {
    if (scope.unitOfWork) return work(scope)
    const unitOfWork = new MemoryUnitOfWork()
    return unitOfWork.run(tables, null, () => work({ ...scope, unitOfWork }))
  }
  return createStores({ auditContext: TEST_AUDIT_CONTEXT, unitOfWork: null, mails: [] })
}
