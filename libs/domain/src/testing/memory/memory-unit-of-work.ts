import type { DoneRequest, IdempotencyStore, KeptRequest } from '../../idempotency/idempotency-store.ts'
import { IdempotencyConflict } from '../../rules/errors.ts'
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

/** Takes the name of a request that runs once. */
const takeName = (tables: MemoryTables, { name, now }: Claim): void => {
  if (tables.running.has(name) || findDone(tables, name, now))
    throw new IdempotencyConflict(409, 'It is being done.')
  tables.running.add(name)
}

/** Replaces the transaction of a request (C6.9, C12.16). */
export class MemoryUnitOfWork {
  hasWritten = false
  readonly #after: (() => void)[] = []
  #isOver = false

  /** Runs work that a rollback does not undo. */
  afterwards(work: () => void): void {
    if (this.#isOver) work()
    else this.#after.push(work)
  }

  /** Does the work that a rollback does not undo. */
  end(): void {
    this.#isOver = true
    for (const each of this.#after) each()
  }

  /** Runs one transaction at a time, because a rollback restores all tables. */
  async run<Result>(tables: MemoryTables, claim: Claim | null, work: () => Promise<Result>): Promise<Result> {
    if (claim) takeName(tables, claim)
    const earlier = tables.lastUnit
    const { promise, resolve: end } = Promise.withResolvers<undefined>()
    tables.lastUnit = promise
    await earlier
    const restore = tables.snapshot()
    try {
      return await work()
    } catch (error) {
      restore()
      throw error
    } finally {
      if (claim) tables.running.delete(claim.name)
      this.end()
      end(undefined)
    }
  }
}

/** A scope with a unit of work. */
interface Scope {
  readonly unitOfWork: MemoryUnitOfWork | null
}

/** C16.5: a part of a unit of work. If it throws, the tables are as they were before it. */
export const attempt = async <S extends Scope, Result>(
  tables: MemoryTables,
  scope: S,
  work: (within: S) => Promise<Result>,
): Promise<Result> => {
  const outer = scope.unitOfWork
  if (outer === null) return work(scope)
  const part = new MemoryUnitOfWork()
  const restore = tables.snapshot()
  try {
    const result = await work({ ...scope, unitOfWork: part })
    outer.hasWritten ||= part.hasWritten
    return result
  } catch (error) {
    // Work that has only read may run beside the transactions of others.
    if (part.hasWritten) restore()
    throw error
  } finally {
    outer.afterwards(() => part.end())
  }
}
