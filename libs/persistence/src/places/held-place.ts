import { AsyncLocalStorage } from 'node:async_hooks'
import { findSender, type Sender } from '@content-service/domain/internal/reading'
import type { Places } from './places.ts'

/** The longest use of a slow place for which others wait. */
const TURN_MS = 1_500
/** A statement has at least this time, and limits differ by this. */
const STEP_MS = 250
/** All places may have statements of this length at once. A longer one may be in one place only. */
const SHORT_MS = 2_000

/** The slow place of the present work, which has one connection at a time. */
export class HeldPlace {
  /** The milliseconds of the statements of the place. */
  spentMs = 0
  isOver = false
  readonly #begun = performance.now()
  readonly #places: Places
  readonly #sender: Sender | null
  #last: Promise<unknown> = Promise.resolve()
  /** The own limit of the last statement, if it had less. */
  #cutFrom: number | null = null

  constructor(places: Places, sender: Sender | null) {
    this.#places = places
    this.#sender = sender
  }

  /** Waits until the statements of the work before have ended. Returns the function that ends this use. */
  async use(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<null>()
    const before = this.#last
    this.#last = promise
    await before
    return () => resolve(null)
  }

  /**
   * The limit of the next statement, which could have `milliseconds`: what is left of the turn while others wait, or while
   * another place has a long statement.
   */
  limit(milliseconds: number): number {
    const left = TURN_MS - (performance.now() - this.#begun)
    const most = Math.max(Math.ceil(left / STEP_MS), 1) * STEP_MS
    const isWhole = milliseconds <= most || this.#mayBeLong(milliseconds)
    this.#cutFrom = isWhole ? null : milliseconds
    if (isWhole && milliseconds > SHORT_MS) this.#places.longPlace = this
    return isWhole ? milliseconds : most
  }

  /** Whether the last statement had less than its own limit, and could have it now. */
  get mayTryAgain(): boolean {
    return this.#cutFrom !== null && this.#mayBeLong(this.#cutFrom)
  }

  leave(): void {
    this.isOver = true
    if (this.#places.longPlace === this) this.#places.longPlace = null
  }

  #mayBeLong(milliseconds: number): boolean {
    if (this.#sender === null) return true
    if (this.#places.othersWait(this.#sender.person)) return false
    const { longPlace } = this.#places
    return milliseconds <= SHORT_MS || longPlace === null || longPlace === this
  }
}

const holding = new AsyncLocalStorage<HeldPlace>()

/** The place that the present work holds. Work that goes on after the end of the place has none. */
export const findHeldPlace = (): HeldPlace | null => {
  const held = holding.getStore()
  return held === undefined || held.isOver ? null : held
}

/** The limit of a statement of the present work: its own, or less while others wait for the place of the work. */
export const limitByPlace = (milliseconds: number): number =>
  findHeldPlace()?.limit(milliseconds) ?? milliseconds

/** Runs work in a place of the slow class; work within such work has its place already. */
export const runSlowly = async <Result>(places: Places, work: () => Promise<Result>): Promise<Result> => {
  if (findHeldPlace()) return work()
  const sender = findSender()
  const place = await places.take('slow', sender)
  const held = new HeldPlace(places, sender)
  try {
    return await holding.run(held, work)
  } finally {
    held.leave()
    place.leave(held.spentMs)
  }
}
