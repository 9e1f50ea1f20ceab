import { askAt } from '../access/caller.ts'
import type { Context } from '../context/context.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { Reader } from '../reading/reading.ts'

/** A stream that shows an event later reads for itself, so that it shows nothing that has changed since. */
const SHARED_MS = 1_000

interface SharedRead {
  readonly at: number
  readonly result: Promise<unknown>
}

/** The reads for each event, by the name of the method and its arguments. */
const reads = new WeakMap<DomainEvent, Map<string, SharedRead>>()

const shareRead = <Result>(event: DomainEvent, key: string, read: () => Promise<Result>): Promise<Result> => {
  const known = reads.get(event) ?? new Map<string, SharedRead>()
  reads.set(event, known)
  const found = known.get(key)
  // Equal keys have equal results.
  if (found && performance.now() - found.at < SHARED_MS) return found.result as Promise<Result>
  const result = read()
  known.set(key, { at: performance.now(), result })
  return result
}

const createSharedReader = (reader: Reader, event: DomainEvent): Reader => ({
  plans: reader.plans,
  source: reader.source,
  find: (query) => shareRead(event, `find ${JSON.stringify(query)}`, () => reader.find(query)),
  count: (...asked) => shareRead(event, `count ${JSON.stringify(asked)}`, () => reader.count(...asked)),
  countEach: (...asked) => reader.countEach(...asked),
  prepare: (...asked) => reader.prepare(...asked),
  prepareCount: (...asked) => reader.prepareCount(...asked),
  asSearch: (unserved) => createSharedReader(reader.asSearch(unserved), event),
})

/**
 * The context of an event: its time is that of the event (C15.24), and streams that show the same event share their equal
 * reads (C15.4). A query contains the permission filter of its caller with all values, so that equal queries of different
 * callers read the same rows.
 */
export const shareEventReads = (context: Context, event: DomainEvent): Context => {
  const reader = createSharedReader(context.stores.reader, event)
  // The stores of a session are getters of its class.
  const stores = Object.create(context.stores, { reader: { value: reader, enumerable: true } })
  return { ...context, caller: askAt(context.caller, event.at), stores }
}
