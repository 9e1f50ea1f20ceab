import { Semaphore } from '@content-service/domain/internal/context'
import type { Bucket } from '@content-service/identity'

/** Two at once would keep a request waiting for two large events. */
const RUNNING = 1
/** Each open stream has one event that waits, and GRAPHQL_MAX_STREAMS limits them. */
const WAITING = Number.MAX_SAFE_INTEGER

/**
 * The events of all streams of a process take turns, so that other requests come in between. One sender has one turn at a
 * time, however many streams it has.
 */
export class EventTurns {
  readonly #all = new Semaphore({ running: RUNNING, waiting: WAITING, name: 'events' })
  readonly #own = new Semaphore({ running: 1, waiting: WAITING, name: 'events' })

  run<Result>({ kind, name }: Bucket, work: () => Promise<Result>): Promise<Result> {
    return this.#own.run(`${kind} ${name}`, () => this.#all.run('all', work))
  }
}
