import type { Act, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { enter } from './audit/entries.ts'
import { stored } from './store-errors.ts'

type Work<Result> = (em: SqlEntityManager) => Promise<Result>

/** Which records a write was about, by their ids; none when it found nothing to write. */
type Written<Result> = (result: Result) => readonly (string | number)[]

/** The id of a record that was written, if there was one. */
export const itsId: Written<{ readonly id: string | number } | null> = (record) => (record ? [record.id] : [])

/** What the stores of one operation share: the session on the database, and the act that their writes belong to. */
export class StoreSession {
  readonly act: Act
  readonly #em: SqlEntityManager
  readonly #signal: AbortSignal | undefined

  /** Once `signal` is aborted nothing is written any more: what is under way is rolled back. */
  constructor(em: SqlEntityManager, act: Act, signal?: AbortSignal) {
    this.#em = em
    this.act = act
    this.#signal = signal
  }

  /** The same session for another act. */
  recording(act: Act): StoreSession {
    return new StoreSession(this.#em, act, this.#signal)
  }

  /** The same act, of whom it turned out to be while it was going on. */
  by(actorId: UserId, credential: string): StoreSession {
    return this.recording({ ...this.act, actorId, credential })
  }

  /** Runs statements of their own, outside any transaction. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return stored(() => work(this.#em.fork()))
  }

  /** Writes in one transaction, together with the audit log's entry of it (C7.10). */
  write<Result>(resource: string, work: Work<Result>, written: Written<Result>): Promise<Result> {
    return stored(() =>
      this.#em.fork().transactional(async (em) => {
        const result = await work(em)
        const ids = written(result)
        await enter(
          em,
          this.act,
          ids.map((id) => ({ resource, resourceId: String(id), decision: 'ALLOW' })),
        )
        this.#signal?.throwIfAborted()
        return result
      }),
    )
  }
}
