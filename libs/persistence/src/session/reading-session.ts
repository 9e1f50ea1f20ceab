import { builtInModel, type ContentModel, type RecordType } from '@content-service/domain'
import { ResponseBudget } from '@content-service/domain/internal/reading'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { PreparedRows } from '../connections/pg-client.ts'
import type { CommittedWrite } from '../recording/write-notices.ts'
import type { Member } from '../write-groups/write-group.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import type { Tables } from '../tables/tables.ts'
import type { RowStatement } from '../tables/row-statement.ts'
import { DEFAULT_SEARCH_TIMEOUT_MS, endRead, runUnserved } from './bounded.ts'
import {
  compileStatement,
  execute,
  findPreparedRows,
  findRow,
  findRows,
  type Sql,
} from '../statements/sql.ts'
import { findParts, findPrepared, findUnprepared } from './database-parts.ts'
import { DirectMode } from './direct-mode.ts'
import type { Mode, Work } from './mode.ts'
import type { SessionOptions } from './session-options.ts'

const UNBOUNDED = new ResponseBudget(Number.MAX_SAFE_INTEGER)

/** Whether a replica may answer the reads of an operation. A job has no operation. */
const isReplicaSafe = (model: ContentModel, action: string): boolean =>
  model.hasOperation(action) && model.operation(action).isReplicaSafe

/** The reads of an operation, in the mode of its session. */
export class ReadingSession {
  readonly auditContext: AuditContext
  protected readonly options: SessionOptions
  /** The statements without the transaction of the request. */
  protected readonly direct: DirectMode
  protected readonly mode: Mode

  constructor(em: SqlEntityManager, auditContext: AuditContext, options: SessionOptions = {}) {
    const { contentReads, responseBudget, model = builtInModel, mode } = options
    this.auditContext = auditContext
    this.options = options
    this.direct = new DirectMode(em, {
      contentReads: contentReads && isReplicaSafe(model, auditContext.action) ? contentReads : undefined,
      isLimited: responseBudget !== undefined && findParts(em).pipeline === undefined,
      tell: (written) => this.tell(written),
    })
    this.mode = mode ?? this.direct
  }

  protected get em(): SqlEntityManager {
    return this.direct.em
  }

  /** Without a response, such as in a job, reads have no limit. */
  get responseBudget(): ResponseBudget {
    return this.options.responseBudget ?? UNBOUNDED
  }

  get isInTransaction(): boolean {
    return this.mode.isTransaction
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
    return this.isInTransaction || this.options.contentReads ? null : this.em.getConnection()
  }

  /** Reads content, which a replica can have. */
  read<Result>(work: Work<Result>): Promise<Result> {
    return this.mode.read(work)
  }

  /** Runs statements, which are part of no transaction except that of the whole request. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return this.mode.run(work)
  }

  /** Runs a prepared read, in the transaction of the request. */
  findPrepared(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#withMember(
      (member) => member.find(statement, values),
      () => this.run((em) => findPrepared(em, statement, values)),
    )
  }

  /** `findPrepared` for content, which a replica can have. `content` names it if the read takes too long. */
  readPrepared(
    statement: PreparedStatement,
    values: readonly unknown[],
    content: string,
  ): Promise<PreparedRows> {
    return this.#withMember(
      (member) => member.find(statement, values),
      () => this.read((em) => endRead(() => findPrepared(em, statement, values), content)),
    )
  }

  /**
   * Reads content in the transaction of the request, or from a replica. Times can be texts of PostgreSQL. `content` names it
   * if the read takes too long.
   */
  readRows<Row>(statement: Sql<Row>, content: string): Promise<readonly Row[]> {
    return this.#withMember(
      async (member) => {
        const { text, values } = compileStatement(statement)
        // The statement selects the columns of the rows.
        return (await member.findObjects(text, values)) as readonly Row[]
      },
      () =>
        this.read((em) =>
          this.isSearch
            ? this.#withTime(em, (inside) => findRows(inside, statement))
            : endRead(() => findUnprepared(em, statement), content),
        ),
    )
  }

  /** Whether the reads have the time of a search. */
  get isSearch(): boolean {
    return this.options.unserved !== undefined
  }

  /** `readPrepared` for values of which PostgreSQL must know: it plans the statement for them, and keeps nothing. */
  readOnce({ text }: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.read((em) =>
      this.#withTime(em, async (inside) =>
        (await findPreparedRows(inside, text, values)).map((row) => Object.values(row)),
      ),
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

  /** Tells the other processes and the caller's next reads of committed writes. */
  protected async tell(written: readonly CommittedWrite[]): Promise<void> {
    if (written.length === 0) return
    findParts(this.em).notices?.noteWrites(written)
    await this.options.contentReads?.wrote()
  }

  #withMember<Result>(
    inGroup: (member: Member) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result> {
    const { member } = this.mode
    return member ? member.then(inGroup) : otherwise()
  }

  #withTime<Result>(em: SqlEntityManager, work: Work<Result>): Promise<Result> {
    const { unserved } = this.options
    return unserved === undefined
      ? work(em)
      : runUnserved(em, { unserved, timeoutMs: this.searchTimeoutMs }, work)
  }
}
