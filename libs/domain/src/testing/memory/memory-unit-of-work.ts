import { IdempotencyConflict } from '../../rules/errors.ts'
import type { DoneRequest, IdempotencyStore, KeptRequest } from '../../idempotency/idempotency-store.ts'
import type { MemoryTables } from './memory-tables.ts'

const findDone = ({ doneRequests }: MemoryTables, name: string, now: Date): DoneRequest | null => {
  const kept = doneRequests.get(name)
  if (kept === undefined || kept.expiresAt <= now) return null
  const { name: _, principal: __, budget: ___, ...done } = kept
  return done
}

export const memoryIdempotency = (tables: MemoryTables): IdempotencyStore => ({
  find: async (name, now) => findDone(tables, name, now),
  purge: async (now) => void tables.doneRequests.remove(({ expiresAt }) => expiresAt <= now),
})

/** The request without its answer if the answers of its principal exceed the budget (C12.15). */
export const withinBudget = ({ doneRequests }: MemoryTables, done: KeptRequest): KeptRequest => {
  const used = doneRequests
    .where(({ principal, expiresAt }) => principal === done.principal && expiresAt > done.doneAt)
    .reduce((bytes, { answer }) => bytes + Buffer.byteLength(answer ?? ''), 0)
  return used + Buffer.byteLength(done.answer ?? '') <= done.budget ? done : { ...done, answer: null }
}

interface Claim {
  readonly name: string
  readonly now: Date
}

/** Replaces the transaction of a request (C6.9, C12.16). One runs at a time: a rollback restores all tables. */
export class MemoryUnitOfWork {
  readonly #tables: MemoryTables
  readonly #after: (() => void)[] = []
  #isOver = false
  #hasWritten = false

  constructor(tables: MemoryTables) {
    this.#tables = tables
  }

  hasWritten(): boolean {
    return this.#hasWritten
  }

  wrote(): void {
    this.#hasWritten = true
  }

  /** Runs work that a rollback does not undo. */
  afterwards(work: () => void): void {
    if (this.#isOver) work()
    else this.#after.push(work)
  }

  async run<Result>(claim: Claim | null, work: () => Promise<Result>): Promise<Result> {
    if (claim) this.#claim(claim)
    const end = await this.#tables.beginUnit()
    const restore = this.#tables.snapshot()
    try {
      return await work()
    } catch (error) {
      restore()
      throw error
    } finally {
      this.#isOver = true
      if (claim) this.#tables.running.delete(claim.name)
      for (const each of this.#after) each()
      end()
    }
  }

  #claim({ name, now }: Claim): void {
    const { running } = this.#tables
    if (running.has(name) || findDone(this.#tables, name, now))
      throw new IdempotencyConflict(409, 'It is being done.')
    running.add(name)
  }
}
