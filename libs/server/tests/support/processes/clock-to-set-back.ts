/**
 * Loaded into a process before the service: SIGUSR2 sets its clock back by an hour. Timers continue, as they do when an
 * operator or NTP sets a clock; the whole service reads the time from `Date`.
 */
const BACK_MS = 3_600_000

const RealDate = Date
let offset = 0

process.on('SIGUSR2', () => {
  offset -= BACK_MS
  process.stderr.write('the clock is set back\n')
})

globalThis.Date = class extends RealDate {
  constructor(...given: readonly [] | readonly [number | string | Date]) {
    super(given.length === 0 ? RealDate.now() + offset : given[0])
  }

  static override now(): number {
    return RealDate.now() + offset
  }
} as DateConstructor
