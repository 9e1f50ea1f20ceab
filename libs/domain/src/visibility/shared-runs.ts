import { nameCaller } from '../access/caller.ts'
import type { ReaderContext } from './read-context.ts'

type Waiting<Result> = Map<string, Promise<Result>>

const waitForNextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Equal reads of one caller that arrive in the same turn of the event loop share a run. The run begins after all of
 * them have arrived, so that each finds everything that was written before it was asked.
 */
export class SharedRuns<Result> {
  readonly #sources = new WeakMap<object, Waiting<Result>>()

  /** Runs a read for the caller of the context, with these values. */
  run(
    { stores: { reader }, caller }: Pick<ReaderContext, 'stores' | 'caller'>,
    values: object,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { source } = reader
    if (source === null) return work()
    const waiting: Waiting<Result> = this.#sources.get(source) ?? new Map()
    this.#sources.set(source, waiting)
    const key = JSON.stringify([nameCaller(caller), values])
    const known = waiting.get(key)
    if (known) return known
    const run = waitForNextTurn().then(() => {
      waiting.delete(key)
      return work()
    })
    waiting.set(key, run)
    return run
  }
}
