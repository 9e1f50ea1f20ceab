import { builtInModel, type RecordType } from '@content-service/domain'
import { ResponseBudget } from '@content-service/domain/reading'
import type { AuditContext } from '@content-service/domain/audit'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { PreparedRows } from '../connections/pg-client.ts'
import { DEFAULT_DATABASE_LIMITS } from '../connections/postgres-pool.ts'
import { limitStatements } from '../embedded/statement-limit.ts'
import type { Member } from '../write-groups/write-group.ts'
import type { PreparedStatement } from '../prepared/prepared-statement.ts'
import type { Tables } from '../reading/tables.ts'
import type { RowStatement } from '../records/row-statement.ts'
import { DEFAULT_SEARCH_TIMEOUT_MS, runUnserved } from '../search/bounded.ts'
import { compileStatement, execute, findRow, findRows, type Sql } from '../sql.ts'
import { rethrowTranslated, translateDatabaseErrors } from '../store-errors.ts'
import { findParts, findPrepared } from './database-parts.ts'
import { readFromReplica } from './read-from-replica.ts'
import type { SessionOptions, Work } from './session-options.ts'

/** As the limit of a statement on a PostgreSQL server. */
const EMBEDDED_LIMIT_MS = DEFAULT_DATABASE_LIMITS.statementTimeoutMs

const UNBOUNDED = new ResponseBudget(Number.MAX_SAFE_INTEGER)

/** The reads of an operation: in the transaction of its request, on the database, or on a replica. */
export class ReadingSession {
  readonly auditContext: AuditContext
  protected readonly em: SqlEntityManager
  protected readonly options: SessionOptions

  constructor(em: SqlEntityManager, auditContext: AuditContext, options: SessionOptions = {}) {
    this.em = em
    this.auditContext = auditContext
    this.options = options
  }

  /** Without a response, such as in a job, reads have no limit. */
  get responseBudget(): ResponseBudget {
    return this.options.responseBudget ?? UNBOUNDED
  }

  get isInTransaction(): boolean {
    return this.options.transaction !== undefined
  }

  get tables(): Tables {
    return findParts(this.em).tablesOf(this.options.model ?? builtInModel)
  }

  /** The statement that reads a row of a type. */
  rowsOf(type: RecordType): RowStatement {
    return findParts(this.em).rowsOf(type, this.tables.model)
  }

  get searchTimeoutMs(): number {
    return this.options.searchTimeoutMs ?? DEFAULT_SEARCH_TIMEOUT_MS
  }

  /** The connections of the session, which its reads share; null in a transaction, and if replicas answer reads. */
  get source(): object | null {
    const { transaction, contentReads } = this.options
    return transaction === undefined && contentReads === undefined ? this.em.getConnection() : null
  }

  /** Reads rows from the database, or content from a replica. */
  read<Result>(work: Work<Result>): Promise<Result> {
    const { contentReads, transaction } = this.options
    // A change reads from the primary database.
    if (contentReads === undefined || transaction !== undefined || !this.#isReplicaSafe())
      return this.here(work)
    return readFromReplica(work, { contentReads, onPrimary: (onIt) => this.here(onIt) })
  }

  /** Runs statements, which are part of no transaction except that of the whole request. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return this.here(work)
  }

  /** Runs a prepared read, in the transaction of the request. */
  findPrepared(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#withMember(
      (member) => member.find(statement, values),
      () => this.here((em) => findPrepared(em, statement, values)),
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
      () => this.read((em) => this.#withTime(em, (inside) => findRows(inside, statement))),
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

  protected here<Result>(work: Work<Result>): Promise<Result> {
    // Most reads have no transaction, and a promise takes as long as the other steps here.
    if (this.options.transaction === undefined) return this.#limited(this.em, work).catch(rethrowTranslated)
    return translateDatabaseErrors(async () => this.#limited(await this.#reading(), work))
  }

  /** A statement of a request may not stop the embedded database for the others. A job takes the time that it needs. */
  #limited<Result>(em: SqlEntityManager, work: Work<Result>): Promise<Result> {
    const isLimited = this.options.responseBudget !== undefined && findParts(em).pipeline === undefined
    return isLimited ? limitStatements(EMBEDDED_LIMIT_MS, () => work(em)) : work(em)
  }

  #withMember<Result>(
    inGroup: (member: Member) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result> {
    const member = this.options.transaction?.member
    return member ? member.then(inGroup) : otherwise()
  }

  #withTime<Result>(em: SqlEntityManager, work: Work<Result>): Promise<Result> {
    const { unserved } = this.options
    return unserved === undefined
      ? work(em)
      : runUnserved(em, { unserved, timeoutMs: this.searchTimeoutMs }, work)
  }

  /** A job has no operation, and reads from the primary database. */
  #isReplicaSafe(): boolean {
    const { model } = this.tables
    return (
      model.hasOperation(this.auditContext.action) && model.operation(this.auditContext.action).isReplicaSafe
    )
  }

  async #reading(): Promise<SqlEntityManager> {
    return (await this.options.transaction?.reading()) ?? this.em
  }
}
