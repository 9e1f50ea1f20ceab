import { nameCaller } from '../access/caller.ts'
import { askFor, findSender, SharedSender } from '../reading/sender.ts'
import { pause } from '../rules/pause.ts'
import type { ReaderContext } from './read-context.ts'

interface Run<Result> {
  readonly result: Promise<Result>
  /** Null for the service itself. */
  readonly sender: SharedSender | null
}

/** The runs that begin at the end of the present turn of the event loop. */
interface Turn<Result> {
  readonly runs: Map<string, Run<Result>>
  readonly end: Promise<void>
}

const beginRun = <Result>(
  sender: SharedSender | null,
  end: Promise<void>,
  work: () => Promise<Result>,
): Run<Result> => ({ sender, result: end.then(() => (sender ? askFor(sender, work) : work())) })

/**
 * Equal reads of one caller that arrive in the same turn of the event loop share a run, and each pays an
 * equal part of its time. The run begins after all of them have arrived, so that each finds everything that was written
 * before it was asked.
 */
export class SharedRuns<Result> {
  readonly #turns = new WeakMap<object, Turn<Result>>()

  /** Runs a read for the caller of the context, with these values. */
  run(
    { stores: { reader }, caller }: Pick<ReaderContext, 'stores' | 'caller'>,
    values: object,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { source } = reader
    if (source === null) return work()
    const { runs, end } = this.#turns.get(source) ?? this.#begin(source)
    const key = JSON.stringify([nameCaller(caller), values])
    const found = runs.get(key)
    const sender = findSender()
    if (found) {
      if (sender) found.sender?.join(sender)
      return found.result
    }
    const run = beginRun(sender && new SharedSender(sender), end, work)
    runs.set(key, run)
    return run.result
  }

  /**
   * Each turn has a map of its own. V8 links the tables of a map that grows and shrinks: if one of them becomes old, the
   * requests in all later ones stay in memory until the next full collection.
   */
  #begin(source: object): Turn<Result> {
    const end = pause().then(() => void this.#turns.delete(source))
    const turn = { runs: new Map<string, Run<Result>>(), end }
    this.#turns.set(source, turn)
    return turn
  }
}
