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
  type RecordType,
  type RefusedEntry,
  type UnitOfWork,
  type UserId,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { findPrepared, findParts } from './database-parts.ts'
import type { Written } from '../events/write-notices.ts'
import { createRow } from '../groups/create-row.ts'
import type { NewRecord } from '../groups/insert-statement.ts'
import { RunAlone } from '../groups/run-alone.ts'
import type { Member } from '../groups/write-group.ts'
import { keepDone } from '../idempotency/done-requests.ts'
import { RequestTransaction, type Claim } from '../idempotency/request-transaction.ts'
import { enqueueMails } from '../mails/enqueue-mails.ts'
import type { PreparedRows } from '../connections/pg-client.ts'
import type { PreparedStatement } from '../prepared/prepared-statement.ts'
import type { Tables } from '../reading/tables.ts'
import type { RowStatement } from '../records/row-statement.ts'
import { DEFAULT_SEARCH_TIMEOUT_MS } from '../search/bounded.ts'
import { appendRecorded } from './recorded-rows.ts'
import { compileStatement, execute, findRow, findRows, type Sql } from '../sql.ts'
import { rethrowTranslated, translateDatabaseErrors } from '../store-errors.ts'
import { runInTransaction } from './transactions.ts'

type Work<Result> = (em: SqlEntityManager) => Promise<Result>

/** Returns the ids of the records that a write has changed; an empty list for a write of nothing. */
type IdsOf<Result> = (result: Result) => readonly (string | number)[]

/** The id of a written record, if the write has changed one. */
export const listId: IdsOf<{ readonly id: string | number } | null> = (record) => (record ? [record.id] : [])

/** The result of a write, with the ids for the audit log and the events. */
interface AuditedWrite<Result> {
  readonly result: Result
  readonly ids: readonly (string | number)[]
  readonly events: readonly NewDomainEvent[]
}

/** The part of an AbortSignal that stores use. */
type Signal = Pick<AbortSignal, 'throwIfAborted'>

/** Decides whether a replica may answer the content reads of a caller. */
export interface ContentReads {
  /** A session on a replica that has all writes of the caller; null if there is no such replica. */
  replica(): Promise<SqlEntityManager | null>
  /** Called after each write of the caller. */
  wrote(): Promise<void>
}

export interface SessionOptions {
  /** After its abort, the session writes nothing more: running transactions are rolled back. */
  readonly signal?: Signal | undefined
  /** Absent if all reads go to the primary database. */
  readonly contentReads?: ContentReads | undefined
  /** The longest time of one statement of a search. */
  readonly searchTimeoutMs?: number
  /** The bytes that the request may load for its response. */
  readonly responseBudget?: ResponseBudget
  /** The mails that the next write enqueues. */
  readonly mails?: readonly NewMail[]
  /** The content of the service; the built-in model by default. */
  readonly model?: ContentModel
  /** The transaction of all writes. */
  readonly transaction?: RequestTransaction | undefined
}

const UNBOUNDED = new ResponseBudget(Number.MAX_SAFE_INTEGER)

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

  get isInTransaction(): boolean {
    return this.#options.transaction !== undefined
  }

  get tables(): Tables {
    return findParts(this.#em).tablesOf(this.#options.model ?? builtInModel)
  }

  /** The statement that reads a row of a type. */
  rowsOf(type: RecordType): RowStatement {
    return findParts(this.#em).rowsOf(type, this.tables.model)
  }

  get searchTimeoutMs(): number {
    return this.#options.searchTimeoutMs ?? DEFAULT_SEARCH_TIMEOUT_MS
  }

  /** The connections of the session, which its reads share; null in a transaction, and if replicas answer reads. */
  get source(): object | null {
    const { transaction, contentReads } = this.#options
    return transaction === undefined && contentReads === undefined ? this.#em.getConnection() : null
  }

  /** The same session with another audit context. */
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

  /** Reads rows from the database, or content from a replica. */
  read<Result>(work: Work<Result>): Promise<Result> {
    return this.#options.contentReads === undefined ? this.#here(work) : this.#readAnywhere(work)
  }

  async #readAnywhere<Result>(work: Work<Result>): Promise<Result> {
    const replica = await this.#replica()
    if (replica === null) return this.#here(work)
    // A failure of the replica, such as a row that it needs for too long, need not happen on the primary database.
    return work(replica).catch((error: unknown) => {
      // A search that takes too long on the replica also takes too long on the primary database.
      if (error instanceof ContentError) throw error
      return this.#here(work)
    })
  }

  /** Runs statements, which are part of no transaction except that of the whole request. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return this.#here(work)
  }

  /** Runs a prepared read, in the transaction of the request. */
  findPrepared(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#withMember(
      (member) => member.find(statement, values),
      () => this.#here((em) => findPrepared(em, statement, values)),
    )
  }

  /** `findPrepared` for content, which a replica can have. */
  readPrepared(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#withMember(
      (member) => member.find(statement, values),
      () => this.read((em) => findPrepared(em, statement, values)),
    )
  }

  /** Reads content in the transaction of the request, or from a replica. Times can be texts of PostgreSQL. */
  readRows<Row>(statement: Sql<Row>): Promise<readonly Row[]> {
    return this.#withMember(
      async (member) => {
        const { text, values } = compileStatement(statement)
        // The statement selects the columns of the rows.
        return (await member.findObjects(text, values)) as readonly Row[]
      },
      () => this.read((em) => findRows(em, statement)),
    )
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

  /** Runs statements in one transaction. */
  transaction<Result>(work: Work<Result>): Promise<Result> {
    return this.#here((em) => runInTransaction(em, work))
  }

  /** Writes in one transaction, together with the entry of the audit log (C7.10). */
  write<Result>(resource: string, work: Work<Result>, idsOf: IdsOf<Result>): Promise<Result> {
    return this.#recorded(resource, async (em) => {
      const result = await work(em)
      return { result, ids: idsOf(result), events: [] }
    })
  }

  /** `write` for records with events: the transaction also puts the events into the outbox (C11.1). */
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
      translateDatabaseErrors(() => appendRecorded(this.#em.fork(), this.auditContext, { entries }))
    await (this.#options.transaction?.afterwards(note) ?? note())
  }

  /** C6.9: all writes of `work` through its session, and the stored request, are one transaction. */
  once<Result>(
    claim: Claim,
    work: (session: StoreSession, rest: Omit<UnitOfWork<unknown>, 'stores'>) => Promise<Result>,
  ): Promise<Result> {
    return this.#within(new RequestTransaction(this.#em, claim), (session, transaction) =>
      work(session, {
        hasWritten: () => transaction.written.length > 0,
        keep: (done) =>
          translateDatabaseErrors(async () => keepDone(await session.#writing(), claim.name, done)),
      }),
    )
  }

  /** All writes of `work` through its session are one transaction, which other requests may share. */
  atomically<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    if (this.#options.transaction) return work(this)
    return this.#share(work, () => this.#within(new RequestTransaction(this.#em, null), work))
  }

  /** Inserts a new record in a transaction that other requests may share, or as `alone` does. */
  async insert(row: NewRecord, alone: () => Promise<unknown>): Promise<void> {
    const { transaction, mails = [] } = this.#options
    if (transaction === undefined && mails.length === 0)
      return this.#share(
        (session) => session.insert(row, alone),
        async () => void (await alone()),
      )
    const isInserted =
      mails.length === 0 &&
      (await transaction?.join(() => createRow(this.tables.model, this.auditContext, row)))
    if (!isInserted) await alone()
  }

  /** The writes of a caller whose request fails in a group run alone for a while. */
  async #share<Result>(
    work: (session: StoreSession) => Promise<Result>,
    alone: () => Promise<Result>,
  ): Promise<Result> {
    const { actorId, address } = this.auditContext
    const caller = String(actorId ?? address)
    const groups = findParts(this.#em).pipeline?.groups
    if (groups?.accepts(caller) !== true) return alone()
    const transaction = new RequestTransaction(this.#em, null, groups)
    try {
      return await this.#within(transaction, work).catch((error: unknown) => {
        if (error instanceof RunAlone) return alone()
        throw error
      })
    } catch (error) {
      if (transaction.isShared) groups.exclude(caller)
      throw error
    }
  }

  async #within<Result>(
    transaction: RequestTransaction,
    work: (session: StoreSession, transaction: RequestTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = this.#options
    const session = new StoreSession(this.#em, this.auditContext, { ...this.#options, transaction })
    const done = await translateDatabaseErrors(() =>
      transaction.run(() => work(session, transaction), signal),
    )
    await this.#afterWrites(transaction.written)
    return done
  }

  async #afterWrites(written: readonly Written[]): Promise<void> {
    if (written.length === 0) return
    findParts(this.#em).notices?.noteWrites(written)
    await this.#options.contentReads?.wrote()
  }

  #recorded<Result>(resource: string, work: Work<AuditedWrite<Result>>): Promise<Result> {
    const { signal, transaction, mails = [] } = this.#options
    const recorded = async (em: SqlEntityManager): Promise<AuditedWrite<Result>> => {
      const written = await work(em)
      const entries = written.ids.map((id) => ({
        resource,
        resourceId: String(id),
        decision: 'ALLOW' as const,
      }))
      await appendRecorded(em, this.auditContext, { entries, events: written.events })
      if (written.ids.length > 0) await enqueueMails(em, this.auditContext.at, mails)
      signal?.throwIfAborted()
      return written
    }
    return translateDatabaseErrors(async () => {
      const within = (await transaction?.writing()) ?? null
      const { result, ids } = await runInTransaction(within ?? this.#em, recorded)
      if (ids.length === 0) return result
      const written = { resource, ids }
      transaction?.wrote(written)
      // Otherwise the write is committed later, with its transaction.
      if (within === null) await this.#afterWrites([written])
      return result
    })
  }

  #withMember<Result>(
    inGroup: (member: Member) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result> {
    const member = this.#options.transaction?.member
    return member ? member.then(inGroup) : otherwise()
  }

  #here<Result>(work: Work<Result>): Promise<Result> {
    // Most reads have no transaction, and a promise takes as long as the other steps here.
    if (this.#options.transaction === undefined) return work(this.#em).catch(rethrowTranslated)
    return translateDatabaseErrors(async () => work(await this.#reading()))
  }

  /** A job has no operation, and reads from the primary database. */
  #isReplicaSafe(): boolean {
    const { model } = this.tables
    return (
      model.hasOperation(this.auditContext.action) && model.operation(this.auditContext.action).isReplicaSafe
    )
  }

  /** The replica for a read; null for a change, which reads from the primary database. */
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
