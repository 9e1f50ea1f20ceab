import { ContentError } from '../rules/errors.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'

/** The time of one run. */
export interface RunTime {
  /** Aborts when the run has no more time, and at its end. */
  readonly signal: AbortSignal
  /** Runs a call of the context, after the calls before it. @throws Error after the end of the run. */
  call<Result>(work: () => Promise<Result>): Promise<Result>
}

const tooLong = ({ name, timeoutMs }: ServiceOperation): ContentError =>
  new ContentError(
    'TIMEOUT',
    `The operation ${name} did not end within ${timeoutMs / 1_000} s, and has changed nothing. Try again.`,
  )

const hasEnded = ({ name }: ServiceOperation): Error =>
  new Error(`The operation ${name} has ended. Wait for each call of its context with await.`)

/**
 * The calls of a run, one after the other: they share one connection to the database, and each can take back what it has
 * written. Code that does not wait for its call hears of no failure, and the process goes on.
 */
const createCalls = (operation: ServiceOperation, signal: AbortSignal, deadline: number) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    call: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const running = last.then(() => {
        if (signal.aborted || performance.now() >= deadline) throw hasEnded(operation)
        return work()
      })
      last = running.catch(() => undefined)
      return running
    },
    /** Waits for the call that is under way; those behind it are refused after the end of the run. */
    settle: async () => void (await last),
  }
}

/** A promise that only fails: when the time is over, or when an operation around this one has ended. */
const createLimit = (operation: ServiceOperation, outer: AbortSignal | undefined) => {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined)
  const end = (): void => late.reject(tooLong(operation))
  const timer = setTimeout(end, operation.timeoutMs)
  outer?.addEventListener('abort', end)
  if (outer?.aborted === true) end()
  return {
    late: late.promise,
    clear: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', end)
    },
  }
}

/**
 * Runs the code of an operation within its time. The result comes only after the calls that are under way, so that the
 * transaction ends behind them. @throws TIMEOUT.
 */
export const runInTime = async <Result>(
  operation: ServiceOperation,
  outer: AbortSignal | undefined,
  run: (time: RunTime) => Promise<Result>,
): Promise<Result> => {
  const ending = new AbortController()
  const deadline = performance.now() + operation.timeoutMs
  const calls = createCalls(operation, ending.signal, deadline)
  const { late, clear } = createLimit(operation, outer)
  try {
    const result = await Promise.race([run({ signal: ending.signal, call: calls.call }), late])
    // Code that blocks keeps the timer from its work.
    if (performance.now() >= deadline) throw tooLong(operation)
    return result
  } finally {
    clear()
    ending.abort(hasEnded(operation))
    await calls.settle()
  }
}
