import { InvalidValue } from './errors.ts'
import { pointInTime } from './time.ts'

/** C16.1: the first and the last point in time of a field, as clients send them. */
export interface TimeBounds {
  readonly least?: string
  readonly most?: string
}

const isTime = (text: unknown): boolean => {
  try {
    return typeof text === 'string' && pointInTime(text) !== null
  } catch {
    return false
  }
}

/** What is wrong with the bounds of a declaration. */
export const findTimeProblems = ({ least, most }: TimeBounds): readonly string[] => {
  const wrong = Object.entries({ least, most }).filter(([, text]) => text !== undefined && !isTime(text))
  if (wrong.length > 0)
    return wrong.map(
      ([name, text]) => `${name} ${JSON.stringify(text)} must be a time such as 2026-11-20T09:08:00.000Z`,
    )
  return least !== undefined && most !== undefined && pointInTime(least) > pointInTime(most)
    ? [`least ${least} is after most ${most}; exchange them`]
    : []
}

/** A rule for an RFC 3339 timestamp with any offset, between the bounds. */
export const createTimeRule = ({ least, most }: TimeBounds): ((text: string) => Date) => {
  const first = least === undefined ? null : pointInTime(least)
  const last = most === undefined ? null : pointInTime(most)
  return (text) => {
    const at = pointInTime(text)
    if (first !== null && at < first) throw new InvalidValue(`must not be before ${least}`)
    if (last !== null && at > last) throw new InvalidValue(`must not be after ${most}`)
    return at
  }
}
