import { IdempotencyConflict } from '@content-service/domain/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'
import type { NewRow } from '../write-groups/insert-statement.ts'
import { RunAlone } from '../write-groups/run-alone.ts'
import type { Member } from '../write-groups/write-group.ts'
import type { WriteGroups } from '../write-groups/write-groups.ts'
import type { CommittedWrite } from '../events/write-notices.ts'
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

const toCommittedWrite = ({ type, record }: NewRow): CommittedWrite => ({
  resource: type.plural,
  ids: [record.id],
})

/**
 * The one transaction of a request (C6.9, C12.16), in which the writes of its stores are savepoints. While it runs, the
 * request may not wait for work on another session: the embedded database has a single connection.
 */
export class RequestTransaction {
  #em: SqlEntityManager
  readonly #claim: Claim | null
  readonly #after: (() => Promise<void>)[] = []
  readonly #groups: WriteGroups | null
  #begun: Promise<void> | undefined
  #member: Promise<Member> | undefined
  #isOver = false
  /** What the transaction has written. */
  readonly written: CommittedWrite[] = []

  constructor(em: SqlEntityManager, claim: Claim | null, groups: WriteGroups | null = null) {
    this.#em = em
    this.#claim = claim
    this.#groups = groups
  }

  /** Whether the request has joined a group. */
  get isShared(): boolean {
    return this.#member !== undefined
  }

  /** The part of the request in its group; undefined without a group, and after the end, when every session can read. */
  get member(): Promise<Member> | undefined {
    return this.#isOver ? undefined : this.#member
  }

  /** Inserts a row in a transaction with other requests. False if the request has a transaction of its own. @throws RunAlone. */
  async join(makeRow: () => NewRow): Promise<boolean> {
    if (this.#groups === null || this.#begun || this.#isOver) return false
    if (this.#member) throw new RunAlone()
    const row = makeRow()
    this.#member = this.#groups.join(row)
    await this.#member
    this.wrote(toCommittedWrite(row))
    return true
  }

  wrote(written: CommittedWrite): void {
    this.written.push(written)
  }

  /** The session for reads; null before the first write and after the end, when every session can read. */
  async reading(): Promise<SqlEntityManager | null> {
    if (this.#isOver) return null
    if (this.#member) throw new RunAlone()
    if (this.#begun === undefined) return null
    await this.#begun
    return this.#em
  }

  /** The session for writes; null after the end. @throws IdempotencyConflict. */
  async writing(): Promise<SqlEntityManager | null> {
    if (this.#isOver) return null
    if (this.#member) throw new RunAlone()
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
  async run<Result>(
    work: () => Promise<Result>,
    signal: Pick<AbortSignal, 'throwIfAborted'> | undefined,
  ): Promise<Result> {
    try {
      const result = await work()
      await this.#commit(signal)
      return result
    } catch (error) {
      const failed = (await this.#rollBack()) ?? error
      // The request runs again, and gives the same work to its own transaction.
      if (failed instanceof RunAlone) this.#after.length = 0
      throw failed
    } finally {
      for (const each of this.#after) await each()
    }
  }

  async #begin(): Promise<void> {
    this.#em = this.#em.fork()
    await this.#em.begin()
    if (this.#claim && !(await take(this.#em, this.#claim))) throw requestRunning()
  }

  async #commit(signal: Pick<AbortSignal, 'throwIfAborted'> | undefined): Promise<void> {
    await this.#begun
    signal?.throwIfAborted()
    if (this.#member) await (await this.#member).commit()
    if (this.#begun) await this.#em.commit()
    this.#isOver = true
  }

  /** Does nothing for a row that the group has not inserted, and after the end of the group. */
  async #leave(member: Promise<Member>): Promise<void> {
    await member.then(
      (joined) => joined.leave(),
      () => undefined,
    )
  }

  /** Rolls back. Returns the error of the beginning, if it failed, even if `work` has caught that error. */
  async #rollBack(): Promise<unknown> {
    this.#isOver = true
    if (this.#member) await this.#leave(this.#member)
    const refusal = await this.#begun?.catch((error: unknown) => error)
    // A broken connection has lost its transaction already.
    if (this.#begun && this.#em.isInTransaction()) await this.#em.rollback().catch(() => undefined)
    return refusal
  }
}
