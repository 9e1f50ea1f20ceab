import { IdempotencyConflict } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'
import { findDone } from './done-requests.ts'

/** A request by the name that is taken while it is done. */
export interface Claim {
  readonly name: string
  readonly now: Date
}

/** Held until the transaction ends, however it ends; nobody waits for it. */
const takeName = (name: string) =>
  sql<{ isTaken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`

const requestRunning = (): IdempotencyConflict =>
  new IdempotencyConflict(
    409,
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
  )

/** Looked up by a statement of its own: it sees what the one before it has committed until it let the name go. */
const take = async (em: SqlEntityManager, { name, now }: Claim): Promise<boolean> => {
  const row = await findRow(em, takeName(name))
  return row?.isTaken === true && (await findDone(em, name, now)) === null
}

/**
 * The one transaction of a request (C6.9, C12.16), within which the writes of its stores are savepoints. While it goes
 * on, nothing that the request waits for may use another session: the embedded database has one connection.
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

  /** Where to read: null, as long as nothing has been written here, for anywhere. */
  async reading(): Promise<SqlEntityManager | null> {
    if (this.#isOver || this.#begun === undefined) return null
    await this.#begun
    return this.#em
  }

  /** Where to write; null once it is over. @throws IdempotencyConflict. */
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

  /** Returns why it could not begin, if it could not: whatever `work` has made of that. */
  async #rollBack(): Promise<unknown> {
    this.#isOver = true
    const refusal = await this.#begun?.catch((error: unknown) => error)
    // Where the connection is gone, so is what was written on it.
    if (this.#em.isInTransaction()) await this.#em.rollback().catch(() => undefined)
    return refusal
  }
}
