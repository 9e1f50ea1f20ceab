import type { SqlEntityManager } from '@mikro-orm/sql'
import { DEFAULT_DATABASE_LIMITS } from '../connections/postgres-pool.ts'
import { limitStatements } from '../embedded/statement-limit.ts'
import type { CommittedWrite } from '../recording/write-notices.ts'
import { rethrowTranslated } from '../statements/store-errors.ts'
import type { Mode, Work, WrittenBy } from './mode.ts'
import { readFromReplica } from './read-from-replica.ts'
import type { ContentReads } from './session-options.ts'
import { runInTransaction } from '../statements/transactions.ts'

/** As the limit of a statement on a PostgreSQL server. */
const EMBEDDED_LIMIT_MS = DEFAULT_DATABASE_LIMITS.statementTimeoutMs

export interface DirectOptions {
  /** Absent if the primary database answers all reads of the operation. */
  readonly contentReads?: ContentReads | undefined
  /** A statement of a request may not stop the embedded database for the others. A job takes the time that it needs. */
  readonly isLimited: boolean
  /** Tells others of committed writes. */
  readonly tell: (written: readonly CommittedWrite[]) => Promise<void>
}

/** Statements on the database, or on a replica; each write is a transaction. */
export class DirectMode implements Mode {
  readonly isTransaction = false
  readonly member = null
  readonly em: SqlEntityManager
  readonly #options: DirectOptions

  constructor(em: SqlEntityManager, options: DirectOptions) {
    this.em = em
    this.#options = options
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    return this.runOn(this.em, work)
  }

  /** Runs statements on a session of the same database, such as that of a transaction. */
  runOn<Result>(em: SqlEntityManager, work: Work<Result>): Promise<Result> {
    const running = this.#options.isLimited ? limitStatements(EMBEDDED_LIMIT_MS, () => work(em)) : work(em)
    return running.catch(rethrowTranslated)
  }

  read<Result>(work: Work<Result>): Promise<Result> {
    const { contentReads } = this.#options
    if (contentReads === undefined) return this.run(work)
    return readFromReplica(work, { contentReads, onPrimary: (onIt) => this.run(onIt) })
  }

  async write<Result>(work: Work<Result>, writtenBy: WrittenBy<Result>): Promise<Result> {
    const result = await runInTransaction(this.em, work)
    const written = writtenBy(result)
    if (written) await this.#options.tell([written])
    return result
  }

  async insert(): Promise<boolean> {
    return false
  }

  afterwards(work: () => Promise<void>): Promise<void> {
    return work()
  }
}
