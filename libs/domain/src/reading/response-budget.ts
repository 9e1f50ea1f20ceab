import { ContentError } from '../rules/errors.ts'

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

/** C15.4: a response for which the process has no memory. */
export const responseHasNoRoom = (): ContentError =>
  new ContentError(
    'UNAVAILABLE',
    'Too many bytes of responses wait to be sent (RESPONSE_BUDGET). Read the responses that you have requested, select less, or try again in 5 seconds.',
  )

/** A read whose largest result is larger may be large, and loads a smaller one without waiting. */
const LARGE_BYTES = 4 * 1_048_576
export const SMALL_BYTES = 1_048_576

/** C15.4: the memory of a process for large results. */
export interface LargeResults {
  /** The bytes for which a response to the caller has room. */
  room(): number
  /** Runs a few loads at a time, because each takes several times its size until its response is written. */
  inLine<Result>(load: () => Promise<Result>): Promise<Result>
}

const UNLIMITED: LargeResults = { room: () => Infinity, inLine: (load) => load() }

const isTooLarge = (error: unknown): boolean =>
  error instanceof ContentError && error.code === 'QUERY_TOO_COMPLEX'

const forget = (): void => undefined

/** The rows of a read, with their bytes if the database has added them up. */
export interface LoadedRows<Rows> {
  readonly rows: Rows
  readonly bytes: number | null
}

/** A read that loads at most `most` bytes or throws `responseTooLarge`. */
type Load<Rows> = (most: number) => Promise<LoadedRows<Rows>>

/**
 * The bytes that one request may load for its response (C12.5). Reads whose largest result fits run at once. The others
 * take turns, so that the memory stays bounded while a response with many fields is built.
 */
export class ResponseBudget {
  readonly limit: number
  readonly #large: LargeResults
  #left: number
  readonly #running = new Set<Promise<unknown>>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(limit: number = DEFAULT_RESPONSE_LIMIT, large: LargeResults = UNLIMITED) {
    this.limit = limit
    this.#large = large
    this.#left = limit
  }

  /**
   * `bound` is the size of the largest result that the read could have, in bytes. A read that keeps a connection to the
   * database cannot wait for reads that need one.
   */
  read<Rows extends readonly unknown[]>(
    bound: number,
    load: Load<Rows>,
    { keepsConnection = false }: { readonly keepsConnection?: boolean } = {},
  ): Promise<Rows> {
    if (bound <= Math.min(this.#left, LARGE_BYTES))
      return this.#tracked(this.#reserve(bound, () => load(bound)))
    const turn = this.#turn.then(async () => {
      await Promise.allSettled(this.#running)
      const left = this.#left
      return this.#reserve(left, () => this.#loadLarge(left, load, keepsConnection))
    })
    // The promise of a request must not keep the rows while their response waits for its client.
    this.#turn = turn.then(forget, forget)
    return turn
  }

  /**
   * Loads a small result at once. A large result needs room for its response, and waits for others. In a transaction, the
   * first read that fails is the last one.
   */
  async #loadLarge<Rows>(
    left: number,
    load: Load<Rows>,
    keepsConnection: boolean,
  ): Promise<LoadedRows<Rows>> {
    if (keepsConnection) return this.#loadWithin(left, Math.max(this.#large.room(), SMALL_BYTES), load)
    try {
      return await load(Math.min(left, SMALL_BYTES))
    } catch (error) {
      if (left <= SMALL_BYTES || !isTooLarge(error)) throw error
    }
    return this.#large.inLine(() => this.#loadIfRoom(left, load))
  }

  async #loadIfRoom<Rows>(left: number, load: Load<Rows>): Promise<LoadedRows<Rows>> {
    const room = this.#large.room()
    if (room <= SMALL_BYTES) throw responseHasNoRoom()
    return this.#loadWithin(left, room, load)
  }

  async #loadWithin<Rows>(left: number, room: number, load: Load<Rows>): Promise<LoadedRows<Rows>> {
    try {
      return await load(Math.min(left, room))
    } catch (error) {
      throw isTooLarge(error) && room < left ? responseHasNoRoom() : error
    }
  }

  async #reserve<Rows>(reserved: number, load: () => Promise<LoadedRows<Rows>>): Promise<Rows> {
    this.#left -= reserved
    let used = 0
    try {
      const { rows, bytes } = await load()
      used = bytes ?? measureSize(rows, this.limit)
      return rows
    } finally {
      this.#left += reserved - used
    }
  }

  #tracked<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const end = () => void this.#running.delete(work)
    work.then(end, end)
    return work
  }
}
