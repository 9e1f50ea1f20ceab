import { InvalidValue } from './errors.ts'
import { isFullDate } from './time.ts'

/** C16.1: the first and the last day of a field. */
export interface DateBounds {
  readonly least?: string
  readonly most?: string
}

/** What is wrong with the bounds of a declaration. */
export const findDateProblems = ({ least, most }: DateBounds): readonly string[] => {
  const wrong = Object.entries({ least, most }).filter(
    ([, text]) => text !== undefined && !(typeof text === 'string' && isFullDate(text)),
  )
  if (wrong.length > 0)
    return wrong.map(([name, text]) => `${name} ${JSON.stringify(text)} must be a date such as 2026-11-20`)
  return least !== undefined && most !== undefined && least > most
    ? [`least ${least} is after most ${most}; exchange them`]
    : []
}

const FORM = /^\d{4}-\d{2}-\d{2}$/

/** The typed interface reads a date as the UTC midnight that begins it (C2.3). */
const toText = (given: string | Date): string =>
  given instanceof Date ? given.toISOString().slice(0, 10) : given

/** A rule for a day between the bounds, which a record has as a text. Texts of days have the order of their days. */
export const createDateRule =
  ({ least, most }: DateBounds = {}): ((given: string | Date) => string) =>
  (given) => {
    const day = toText(given)
    if (!isFullDate(day))
      throw new InvalidValue(
        FORM.test(day) ? 'must be a day of the calendar' : 'must be a date such as 2026-11-20',
      )
    if (least !== undefined && day < least) throw new InvalidValue(`must not be before ${least}`)
    if (most !== undefined && day > most) throw new InvalidValue(`must not be after ${most}`)
    return day
  }
