import { ContentError } from '@content-service/domain'
import { GraphQLError, Kind, type DocumentNode } from 'graphql'

/** C5.12: this field hashes up to 200 passwords. */
const SLOW_FIELDS: ReadonlySet<string> = new Set(['bulkCreateUsers'])
const SLOW_MS = 60_000

/** C5.12: whether the document has more time. */
const isSlow = ({ definitions }: DocumentNode): boolean =>
  definitions.some(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION &&
      each.selectionSet.selections.some(
        (field) => field.kind === Kind.FIELD && SLOW_FIELDS.has(field.name.value),
      ),
  )

/** The refusal of a request that took too long. */
export const createTimeoutError = (): GraphQLError => {
  const message =
    'The request took too long, and the service stopped it. Select fewer fields or smaller pages, or try again.'
  return new GraphQLError(message, { originalError: new ContentError('TIMEOUT', message) })
}

interface Watched {
  /** A value of `performance.now()`. */
  readonly ends: number
  /** The index in `watched`. */
  place: number
  readonly expire: () => void
}

/** A timer for each request would cost more than the other parts of a short request. */
const CHECK_MS = 50
/** Unordered. V8 would keep the removed members of a set for a while, and with them the requests to which they refer. */
const watched: Watched[] = []
let timer: NodeJS.Timeout | undefined

const watch = (work: Watched): void => {
  work.place = watched.push(work) - 1
}

/** The last member takes the place of the removed one. */
const unwatch = (work: Watched): void => {
  if (watched[work.place] !== work) return
  const last = watched.pop()
  if (last === undefined || last === work) return
  watched[work.place] = last
  last.place = work.place
}

const expireLate = (): void => {
  const now = performance.now()
  for (const each of watched.filter(({ ends }) => ends <= now)) {
    unwatch(each)
    each.expire()
  }
  if (watched.length > 0) return
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
    const limit = { ends: performance.now() + milliseconds, place: -1, expire: () => resolve(late()) }
    watch(limit)
    timer ??= setInterval(expireLate, CHECK_MS)
    work().then(
      (result) => {
        unwatch(limit)
        resolve(result)
      },
      (error: unknown) => {
        unwatch(limit)
        reject(error)
      },
    )
  })

/** C5.8: the milliseconds that a document has. */
export const limitTime = (document: DocumentNode, timeoutMs: number): number =>
  isSlow(document) ? Math.max(timeoutMs, SLOW_MS) : timeoutMs
