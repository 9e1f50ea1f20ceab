import { createReadOnlyRefusal } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { CommittedWrite } from '../recording/write-notices.ts'
import { takeName, type Claim } from './claim.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import type { NewRow } from '../write-groups/insert-statement.ts'
import { RunAlone } from '../write-groups/run-alone.ts'
import type { Member } from '../write-groups/write-group.ts'
import type { DirectMode } from './direct-mode.ts'
import type { Mode, Work, WrittenBy } from './mode.ts'
import type { Signal } from './session-options.ts'
import { runInTransaction } from '../statements/transactions.ts'

/**
 * The one transaction of a request (C6.9, C12.16), which begins with its first write; the writes are savepoints. While it
 * runs, the request may not wait for work on another session: the embedded database has a single connection. After its end,
 * statements run without it.
 */
export class OwnTransaction implements Mode {
  readonly isTransaction = true
  /** What the transaction has written. */
  readonly written: CommittedWrite[] = []
  protected readonly direct: DirectMode
  protected isOver = false
  /** Whether the writes were rolled back. */
  protected hasFailed = false
  readonly #claim: Claim | null
  readonly #after: (() => Promise<void>)[] = []
  #em: SqlEntityManager
  #begun: Promise<void> | undefined

  constructor(direct: DirectMode, claim: Claim | null = null) {
    this.direct = direct
    this.#em = direct.em
    this.#claim = claim
  }

  get member(): Promise<Member> | null {
    return null
  }

  protected get hasBegun(): boolean {
    return this.#begun !== undefined
  }

  /** Whether reads are part of the transaction: those before the first write see the same without it. */
  get needsTransaction(): boolean {
    return this.hasBegun
  }

  /** C16.5: whether every write is refused. */
  get isReadOnly(): boolean {
    return false
  }

  async run<Result>(work: Work<Result>): Promise<Result> {
    if (this.isOver || !this.needsTransaction) return this.direct.run(work)
    return this.direct.runOn(await translateDatabaseErrors(() => this.begin()), work)
  }

  /** A change reads from the primary database. */
  read<Result>(work: Work<Result>): Promise<Result> {
    return this.run(work)
  }

  async write<Result>(work: Work<Result>, writtenBy: WrittenBy<Result>): Promise<Result> {
    if (this.isOver) return this.direct.write(work, writtenBy)
    if (this.isReadOnly) throw createReadOnlyRefusal()
    const result = await runInTransaction(await this.begin(), work)
    const written = writtenBy(result)
    if (written) this.written.push(written)
    return result
  }

  insert(_createRow: () => NewRow): Promise<boolean> {
    return this.direct.insert()
  }

  async afterwards(work: () => Promise<void>): Promise<void> {
    if (this.isOver) await work()
    else this.#after.push(work)
  }

  /** C16.5: work that goes on after its rollback, such as a request that took too long, writes nothing. */
  requireAlive(): void {
    if (this.hasFailed) throw new Error('The transaction was rolled back, and its work goes on.')
  }

  /** The session of the transaction. @throws IdempotencyConflict. */
  async begin(): Promise<SqlEntityManager> {
    if (this.isOver) return this.direct.em
    this.#begun ??= this.#begin()
    await this.#begun
    return this.#em
  }

  /** Commits the writes of `work`, or rolls them back if `work` throws. */
  async complete<Result>(work: () => Promise<Result>, signal: Signal | undefined): Promise<Result> {
    try {
      const result = await work()
      await this.#begun
      signal?.throwIfAborted()
      await this.commit()
      this.isOver = true
      return result
    } catch (error) {
      this.isOver = true
      this.hasFailed = true
      const failed = (await this.rollBack()) ?? error
      // The request runs again, and gives the same work to its own transaction.
      if (failed instanceof RunAlone) this.#after.length = 0
      throw failed
    } finally {
      for (const each of this.#after) await each()
    }
  }

  protected async commit(): Promise<void> {
    if (this.#begun) await this.#em.commit()
  }

  /** Rolls back. Returns the error of the beginning, if it failed, even if `work` has caught that error. */
  protected async rollBack(): Promise<unknown> {
    const refusal = await this.#begun?.catch((error: unknown) => error)
    // A broken connection has lost its transaction already.
    if (this.#begun && this.#em.isInTransaction()) await this.#em.rollback().catch(() => undefined)
    return refusal
  }

  /** Begins the transaction. */
  protected open(em: SqlEntityManager): Promise<void> {
    return em.begin()
  }

  async #begin(): Promise<void> {
    this.#em = this.#em.fork()
    await this.open(this.#em)
    if (this.#claim) await takeName(this.#em, this.#claim)
  }
}
