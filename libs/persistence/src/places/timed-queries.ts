import { ContentError } from '@content-service/domain'
import type { Sender } from '@content-service/domain/internal/reading'
import type { PipelineClient } from '../connections/pg-client.ts'
import type { WorkClock } from './work-clock.ts'

type Query = PipelineClient['query']

/** What a holder of a connection does with the time of its statements. */
export interface QueryTimes {
  readonly clock: WorkClock
  /** Receives the milliseconds of each statement. */
  readonly count: (milliseconds: number, text: string) => void
  /** Called before each statement. Its error takes the place of the result. */
  readonly before?: ((text: string) => void) | undefined
}

const readText = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { readonly text?: string }).text ?? '')

/** The end of a statement. The queries of read-query.ts are no promises. */
const findEnd = (answer: unknown): Promise<unknown> | undefined =>
  answer instanceof Promise ? answer : (answer as { readonly completion?: Promise<unknown> }).completion

/** Times the statements of a client until the call of the returned function. */
export const timeQueries = (client: PipelineClient, { clock, count, before }: QueryTimes): (() => void) => {
  const query: Query = client.query
  const send = (given: Parameters<Query>, text: string): unknown => {
    const begun = clock.begin()
    const answer = query.apply(client, given)
    const end = (): void => count(clock.end() - begun, text)
    const ended = findEnd(answer)
    if (ended) ended.then(end, end)
    else end()
    return answer
  }
  client.query = (...given: Parameters<Query>) => {
    const text = readText(given[0])
    try {
      before?.(text)
    } catch (error) {
      return Promise.reject(error as Error)
    }
    return send(given, text)
  }
  return () => {
    client.query = query
  }
}

const CANNOT_WAIT = /^\s{0,100}(?:select|with)\b/i
const LOCKS = /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|advisory/i

/** C15.16: the wait for a lock costs nothing, so that only statements count that wait for none. */
export const spendOnReads =
  (sender: Sender) =>
  (milliseconds: number, text: string): void => {
    if (CANNOT_WAIT.test(text) && !LOCKS.test(text)) sender.spend(milliseconds)
  }

/** Ends what a transaction can always do. */
const ENDS = /^\s{0,100}rollback/i
/** The limit of a statement changes only if it is too long by more than this. */
const ALLOWED_MS = 250

/**
 * C15.16: a transaction ends in time: `limit` sets the time of the next statement, and a statement after the end is refused.
 * PostgreSQL 15 and 16 have no limit of their own for a transaction.
 */
export const limitTransaction = (
  milliseconds: number,
  limit: (milliseconds: number) => void,
): ((text: string) => void) => {
  const ends = performance.now() + milliseconds
  let set = milliseconds
  return (text) => {
    if (ENDS.test(text)) return
    const left = Math.ceil(ends - performance.now())
    if (left <= 0)
      throw new ContentError(
        'TIMEOUT',
        'The change took too long, and the service took it back. Change less at a time, or try again.',
      )
    if (set - left <= ALLOWED_MS) return
    set = left
    limit(left)
  }
}
