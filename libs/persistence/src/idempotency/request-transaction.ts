import { IdempotencyConflict } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'
import { findDone } from './done-requests.ts'

/** A request by its name, which no other request can have while it runs. */
export interface Claim {
  readonly name: string
  readonly now: Date
}

/** Locks the name until the end of the transaction; a second request fails at once instead of waiting. */
const takeName = (name: string) =>
  sql<{ isTaken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`

const requestRunning = (): IdempotencyConflict =>
  new IdempotencyConflict(
    409,
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
  )

/** The look-up is a second statement, so that it sees the commit of the transaction that held the name before. */
const take = async (em: SqlEntityManager, { name, now }: Claim): Promise<boolean> => {
  const row = await findRow(em, takeName(name))
  return row?.isTaken === true && (await findDone(em, name, now)) === null
}

/**
 * The one transaction of a request (C6.9, C12.16), in which the writes of its stores are savepoints. While it runs, the
 * request may not wait for work on another session: the embedded database has a single connection.
 */
export class RequestTransaction {
  readonly #em: SqlEntityManager
  readonly #claim: Claim | null
  readonly #after: (() => Promise<void>)[] = []
  #begun: Promise<void> | undefined
  #isOver = false
  #hasWritten = false

  constructor(em: SqlEntityManager, claim: Claim | null) {
    this.#em = em.fork()
    this.#claim = claim
  }

  hasWritten(): boolean {
    return this.#hasWritten
  }

  wrote(): void {
    this.#hasWritten = true
  }

  /** The session for reads; null before the first write and after the end, when every session can read. */
  async reading(): Promise<SqlEntityManager | null> {
    if (this.#isOver || this.#begun === undefined) return null
    await this.#begun
    return this.#em
  }

  /** The session for writes; null after the end. @throws IdempotencyConflict. */
  async writing(): Promise<SqlEntityManager | null> {
    if (this.#isOver) return null
    this.#begun ??= this.#begin()
    await this.#begun
    return this.#em
  }

  /** Runs work that stays even if the transaction is rolled back. */
  async afterwards(work: () => Promise<void>): Promise<void> {
    if (this.#isOver) await work()
    else this.#after.push(work)
  }

  /** Commits the writes of `work`, or rolls them back if `work` throws. */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    try {
      const result = await work()
      await this.#commit(signal)
      return result
    } catch (error) {
      throw (await this.#rollBack()) ?? error
    } finally {
      for (const each of this.#after) await each()
    }
  }

  async #begin(): Promise<void> {
    await this.#em.begin()
    if (this.#claim && !(await take(this.#em, this.#claim))) throw requestRunning()
  }

  async #commit(signal: AbortSignal | undefined): Promise<void> {
    await this.#begun
    signal?.throwIfAborted()
    if (this.#begun) await this.#em.commit()
    this.#isOver = true
  }

  /** Rolls back. Returns the error of the beginning, if it failed, even if `work` has caught that error. */
  async #rollBack(): Promise<unknown> {
    this.#isOver = true
    const refusal = await this.#begun?.catch((error: unknown) => error)
    // A broken connection has lost its transaction already.
    if (this.#em.isInTransaction()) await this.#em.rollback().catch(() => undefined)
    return refusal
  }
}
