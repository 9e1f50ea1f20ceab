import {
  builtInModel,
  getChangedRecord,
  ContentError,
  deriveEvents,
  ResponseBudget,
  type AuditContext,
  type Change,
  type ContentModel,
  type EventRecord,
  type EventResource,
  type NewDomainEvent,
  type NewMail,
  type RefusedEntry,
  type UnitOfWork,
  type UserId,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { appendAuditEntries } from './audit/entries.ts'
import { appendEvents } from './events/outbox.ts'
import { keepDone } from './idempotency/done-requests.ts'
import { RequestTransaction, type Claim } from './idempotency/request-transaction.ts'
import { enqueueMails } from './mails/enqueue-mails.ts'
import { getTables, type Tables } from './reading/tables.ts'
import { DEFAULT_SEARCH_TIMEOUT_MS } from './search/bounded.ts'
import { execute, findRow, findRows, type Sql } from './sql.ts'
import { translateDatabaseErrors } from './store-errors.ts'

type Work<Result> = (em: SqlEntityManager) => Promise<Result>

/** Which records a write was about, by their ids; none when it found nothing to write. */
type IdsOf<Result> = (result: Result) => readonly (string | number)[]

/** The id of a record that was written, if there was one. */
export const listId: IdsOf<{ readonly id: string | number } | null> = (record) => (record ? [record.id] : [])

/** The result of a write, with the ids for the audit log and the events. */
interface AuditedWrite<Result> {
  readonly result: Result
  readonly ids: readonly (string | number)[]
  readonly events: readonly NewDomainEvent[]
}

/** Where the content that one caller asks for may be read beside the database itself. */
export interface ContentReads {
  /** A session on a replica that has all writes of the caller; null if there is none. */
  replica(): Promise<SqlEntityManager | null>
  /** Called whenever the caller has written something. */
  wrote(): Promise<void>
}

export interface SessionOptions {
  /** Once it is aborted nothing is written any more: what is under way is rolled back. */
  readonly signal?: AbortSignal | undefined
  /** Everything is read from the database itself without it. */
  readonly contentReads?: ContentReads | undefined
  /** The longest time of one statement of a search. */
  readonly searchTimeoutMs?: number
  /** The bytes that the request may load for its response. */
  readonly responseBudget?: ResponseBudget
  /** The mails that the next write enqueues. */
  readonly mails?: readonly NewMail[]
  /** The content of the service: its own without it. */
  readonly model?: ContentModel
  /** The transaction of all writes. */
  readonly transaction?: RequestTransaction | undefined
}

const UNBOUNDED = new ResponseBudget(Number.MAX_SAFE_INTEGER)

/** Within a transaction that goes on, MikroORM's own become savepoints. */
const fork = (em: SqlEntityManager): SqlEntityManager => em.fork({ keepTransactionContext: true })

/** The session of the stores of one operation: the session on the database, and the audit context of the writes. */
export class StoreSession {
  readonly auditContext: AuditContext
  readonly #em: SqlEntityManager
  readonly #options: SessionOptions

  constructor(em: SqlEntityManager, auditContext: AuditContext, options: SessionOptions = {}) {
    this.#em = em
    this.auditContext = auditContext
    this.#options = options
  }

  /** Without a response, such as in a job, reads have no limit. */
  get responseBudget(): ResponseBudget {
    return this.#options.responseBudget ?? UNBOUNDED
  }

  get tables(): Tables {
    return getTables(this.#options.model ?? builtInModel)
  }

  get searchTimeoutMs(): number {
    return this.#options.searchTimeoutMs ?? DEFAULT_SEARCH_TIMEOUT_MS
  }

  /** The same session for another audit context. */
  withAuditContext(auditContext: AuditContext): StoreSession {
    return new StoreSession(this.#em, auditContext, this.#options)
  }

  /** The same session, whose next write enqueues these mails. */
  withMails(mails: readonly NewMail[]): StoreSession {
    return new StoreSession(this.#em, this.auditContext, { ...this.#options, mails })
  }

  /** The same session, after the operation has found its actor. */
  withActor(actorId: UserId, credential: string): StoreSession {
    return this.withAuditContext({ ...this.auditContext, actorId, credential })
  }

  /** Reads rows as the database has them; or had them, where content is shown from a replica. */
  async read<Result>(work: Work<Result>): Promise<Result> {
    const replica = await this.#replica()
    if (replica === null) return this.#here(work)
    // Whatever went wrong there, such as a row that was needed too long, need not go wrong here.
    return work(replica).catch((error: unknown) => {
      // A search that takes too long there takes too long here as well.
      if (error instanceof ContentError) throw error
      return this.#here(work)
    })
  }

  /** Runs statements on records of their own, which are part of no transaction but that of the whole request. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return this.#here((em) => work(fork(em)))
  }

  findRows<Row>(statement: Sql<Row>): Promise<readonly Row[]> {
    return this.run((em) => findRows(em, statement))
  }

  findRow<Row>(statement: Sql<Row>): Promise<Row | null> {
    return this.run((em) => findRow(em, statement))
  }

  /** Runs a statement that writes, and returns the number of rows that it has written. */
  execute(statement: Sql): Promise<number> {
    return this.run((em) => execute(em, statement))
  }

  /** Runs statements on records of their own in one transaction. */
  transaction<Result>(work: Work<Result>): Promise<Result> {
    return this.#here((em) => fork(em).transactional(work))
  }

  /** Writes in one transaction, together with the audit log's entry of it (C7.10). */
  write<Result>(resource: string, work: Work<Result>, idsOf: IdsOf<Result>): Promise<Result> {
    return this.#recorded(resource, async (em) => {
      const result = await work(em)
      return { result, ids: idsOf(result), events: [] }
    })
  }

  /** The same for records with events: the write puts its events into the outbox (C11.1). */
  change<R extends EventRecord>(
    resource: EventResource,
    work: Work<readonly Change<R>[]>,
  ): Promise<readonly Change<R>[]> {
    return this.#recorded(resource, async (em) => {
      const result = await work(em)
      return {
        result,
        ids: result.map((change) => getChangedRecord(change).id),
        events: result.flatMap((change) => deriveEvents(this.tables.model, resource, change)),
      }
    })
  }

  /** Adds refusals to the audit log, even if the transaction is rolled back. */
  async refuse(refused: readonly RefusedEntry[]): Promise<void> {
    const entries = refused.map((entry) => ({ ...entry, decision: 'DENY' as const }))
    const note = () =>
      translateDatabaseErrors(() => appendAuditEntries(this.#em.fork(), this.auditContext, entries))
    await (this.#options.transaction?.afterwards(note) ?? note())
  }

  /** C6.9: all writes of `work` through the session that it is given, and what it keeps, are one transaction. */
  once<Result>(
    claim: Claim,
    work: (session: StoreSession, rest: Omit<UnitOfWork<unknown>, 'stores'>) => Promise<Result>,
  ): Promise<Result> {
    return this.#within(new RequestTransaction(this.#em, claim), (session, transaction) =>
      work(session, {
        hasWritten: () => transaction.hasWritten(),
        keep: (done) =>
          translateDatabaseErrors(async () => keepDone(await session.#writing(), claim.name, done)),
      }),
    )
  }

  /** All writes of `work` through the session that it is given are one transaction. */
  atomically<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    if (this.#options.transaction) return work(this)
    return this.#within(new RequestTransaction(this.#em, null), work)
  }

  async #within<Result>(
    transaction: RequestTransaction,
    work: (session: StoreSession, transaction: RequestTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { signal, contentReads } = this.#options
    const session = new StoreSession(this.#em, this.auditContext, { ...this.#options, transaction })
    const done = await translateDatabaseErrors(() =>
      transaction.run(() => work(session, transaction), signal),
    )
    if (transaction.hasWritten()) await contentReads?.wrote()
    return done
  }

  #recorded<Result>(resource: string, work: Work<AuditedWrite<Result>>): Promise<Result> {
    const { signal, transaction, contentReads, mails = [] } = this.#options
    const recorded = async (em: SqlEntityManager): Promise<AuditedWrite<Result>> => {
      const written = await work(em)
      const entries = written.ids.map((id) => ({
        resource,
        resourceId: String(id),
        decision: 'ALLOW' as const,
      }))
      await appendAuditEntries(em, this.auditContext, entries)
      await appendEvents(em, this.auditContext.at, written.events)
      if (written.ids.length > 0) await enqueueMails(em, this.auditContext.at, mails)
      signal?.throwIfAborted()
      return written
    }
    return translateDatabaseErrors(async () => {
      const { result, ids } = await fork(await this.#writing()).transactional(recorded)
      if (ids.length === 0) return result
      transaction?.wrote()
      await contentReads?.wrote()
      return result
    })
  }

  #here<Result>(work: Work<Result>): Promise<Result> {
    return translateDatabaseErrors(async () => work(await this.#reading()))
  }

  /** A job has no operation. */
  #isReplicaSafe(): boolean {
    const { model } = this.tables
    return (
      model.hasOperation(this.auditContext.action) && model.operation(this.auditContext.action).isReplicaSafe
    )
  }

  /** A change reads from the primary database, which it writes to. */
  async #replica(): Promise<SqlEntityManager | null> {
    const { contentReads, transaction } = this.#options
    if (transaction !== undefined || !this.#isReplicaSafe()) return null
    return (await contentReads?.replica()) ?? null
  }

  async #reading(): Promise<SqlEntityManager> {
    return (await this.#options.transaction?.reading()) ?? this.#em
  }

  async #writing(): Promise<SqlEntityManager> {
    return (await this.#options.transaction?.writing()) ?? this.#em
  }
}
