const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d+)(ms|s|m|h|d)$/

/** A time such as `90s`, `15m`, `1h` or `2d`. */
export type Duration = `${number}${keyof typeof UNITS_MS}`

const parseDuration = (duration: Duration): number => {
  const [, count, unit] = DURATION.exec(String(duration)) ?? []
  if (count === undefined)
    throw new TypeError(
      `clock.advance takes a time such as '500ms', '90s', '15m', '1h' or '2d', and got ${JSON.stringify(duration)}.`,
    )
  // The expression allows no other unit.
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]
}

/** The time of a service, which stands still until the test moves it. */
export interface Clock {
  now(): Date
  /** Moves the time, and does all work that is due then, such as scheduled publications. */
  advance(duration: Duration): Promise<void>
}

/** Begins at a whole second, because tokens have times in seconds. */
export const createClock = (start: Date, settle: () => Promise<void>): Clock => {
  let time = Math.floor(start.getTime() / 1_000) * 1_000
  return {
    now: () => new Date(time),
    advance: async (duration) => {
      time += parseDuration(duration)
      await settle()
    },
  }
}
