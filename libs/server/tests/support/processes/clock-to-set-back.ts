import { BroadcastChannel } from 'node:worker_threads'

/**
 * Loaded into a process and its threads before the service: SIGUSR2 sets their clock back by an hour. Timers continue, as they
 * do when an operator or NTP sets a clock; the whole service reads the time from `Date`.
 */
const BACK_MS = 3_600_000

const RealDate = Date
let offset = 0

const setBack = (): void => void (offset -= BACK_MS)

// Only the main thread gets signals.
const threads = new BroadcastChannel('clock')
threads.onmessage = setBack
threads.unref()

process.on('SIGUSR2', () => {
  setBack()
  threads.postMessage(null)
  process.stderr.write('the clock is set back\n')
})

globalThis.Date = class extends RealDate {
  constructor(...given: readonly [] | readonly [number | string | Date]) {
    super(given.length === 0 ? RealDate.now() + offset : given[0])
  }

  static override now(): number {
    return RealDate.now() + offset
  }

  /** A date from another thread is of the class that the runtime knows. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
} as DateConstructor
