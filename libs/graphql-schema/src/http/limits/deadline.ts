import { ContentError } from '@content-service/domain'
import { GraphQLError, Kind, type DocumentNode, type ExecutionResult } from 'graphql'

/** C5.12: this field hashes up to 200 passwords. */
const SLOW_FIELDS: ReadonlySet<string> = new Set(['bulkCreateUsers'])
const SLOW_MS = 60_000

/** C5.12: whether the document has more time. */
export const isSlow = ({ definitions }: DocumentNode): boolean =>
  definitions.some(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION &&
      each.selectionSet.selections.some(
        (field) => field.kind === Kind.FIELD && SLOW_FIELDS.has(field.name.value),
      ),
  )

export const createTimeoutResult = (): ExecutionResult => {
  const message =
    'The request took too long, and the service stopped it. Select fewer fields or smaller pages, or try again.'
  return {
    errors: [new GraphQLError(message, { originalError: new ContentError('TIMEOUT', message) })],
    data: null,
  }
}

interface Watched {
  /** A value of `performance.now()`. */
  readonly ends: number
  /**
   * Null after the end of the work. V8 keeps deleted members of a growing set for a while, and with them everything that
   * they refer to.
   */
  expire: (() => void) | null
}

/** A timer for each request would cost more than the other parts of a short request. */
const CHECK_MS = 50
const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

const expireLate = (): void => {
  const now = performance.now()
  for (const each of watched)
    if (each.ends <= now) {
      watched.delete(each)
      each.expire?.()
    }
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** The result of the work, or of `late` if the work does not end within its time. */
export const runInTime = <Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  late: () => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const watch: Watched = {
      ends: performance.now() + milliseconds,
      expire: () => resolve(late()),
    }
    watched.add(watch)
    timer ??= setInterval(expireLate, CHECK_MS)
    work()
      .finally(() => {
        watched.delete(watch)
        watch.expire = null
      })
      .then(resolve, reject)
  })

/**
 * C5.8: the result of the work within its time. Otherwise it returns TIMEOUT and calls `abort`, so that the running
 * work writes nothing.
 */
export const runWithDeadline = (
  document: DocumentNode,
  timeoutMs: number,
  { work, abort }: { readonly work: () => Promise<ExecutionResult>; readonly abort: () => void },
): Promise<ExecutionResult> =>
  runInTime(isSlow(document) ? Math.max(timeoutMs, SLOW_MS) : timeoutMs, work, () => {
    abort()
    return createTimeoutResult()
  })
