/** The time of all services, which stands still between writes. */
export interface FleetClock {
  readonly now: () => Date
  readonly advance: (milliseconds: number) => void
}

const START = new Date('2026-11-20T12:00:00Z')

export const createFleetClock = (): FleetClock => {
  let time = START.getTime()
  return { now: () => new Date(time), advance: (milliseconds) => void (time += milliseconds) }
}
