import { ContentError } from './errors.ts'
import type { Row } from './reading.ts'

export const DEFAULT_RESPONSE_LIMIT = 16 * 1_048_576

const formatMebibytes = (bytes: number): string => `${Math.max(Math.round(bytes / 1_048_576), 1)} MiB`

/** C12.5. `advice` is a sentence that says how to select less. */
export const responseTooLarge = (limit: number, advice: string): ContentError =>
  new ContentError(
    'QUERY_TOO_COMPLEX',
    `The response would be larger than ${formatMebibytes(limit)}. ${advice}`,
  )

/** The approximate bytes of a value in a response, counted no further than `most`. */
export const measureSize = (value: unknown, most: number): number => {
  const waiting: unknown[] = [value]
  let size = 0
  while (waiting.length > 0 && size <= most) {
    const next = waiting.pop()
    size += typeof next === 'string' ? Buffer.byteLength(next) + 3 : 6
    if (typeof next !== 'object' || next === null || next instanceof Date) continue
    for (const [name, member] of Object.entries(next)) {
      size += Array.isArray(next) ? 0 : name.length
      waiting.push(member)
    }
  }
  return size
}

/** A read that loads at most `most` bytes or throws `responseTooLarge`; null if the read cannot exceed its budget. */
type Load = (most: number | null) => Promise<readonly Row[]>

/**
 * The bytes that one request may load for its response (C12.5). Reads whose largest result fits run at once. The others
 * take turns, so that the memory stays bounded while a response with many fields is built.
 */
export class ResponseBudget {
  readonly limit: number
  #left: number
  readonly #running = new Set<Promise<unknown>>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(limit: number = DEFAULT_RESPONSE_LIMIT) {
    this.limit = limit
    this.#left = limit
  }

  /** `bound` is the size of the largest result that the read could have, in bytes. */
  read(bound: number, load: Load): Promise<readonly Row[]> {
    if (bound <= this.#left) return this.#tracked(this.#reserve(bound, () => load(null)))
    const turn = this.#turn.then(async () => {
      await Promise.allSettled(this.#running)
      const left = this.#left
      return this.#reserve(left, () => load(left))
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #reserve(bytes: number, load: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    this.#left -= bytes
    let used = 0
    try {
      const rows = await load()
      used = measureSize(rows, this.limit)
      return rows
    } finally {
      this.#left += bytes - used
    }
  }

  #tracked<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const end = () => void this.#running.delete(work)
    work.then(end, end)
    return work
  }
}
