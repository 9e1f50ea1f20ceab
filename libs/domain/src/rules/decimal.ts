import { compareNumerics } from '@content-service/authz/ordered'
import { InvalidValue } from './errors.ts'
import type { Branded } from './ids.ts'

/** C16.1: a decimal as a text with all digits of its scale: `12.50`. */
export type Decimal = Branded<string, 'Decimal'>

/** C16.1: how clients write a decimal. */
export const DECIMAL_PATTERN = '-?(0|[1-9]\\d*)(\\.\\d+)?'
const DECIMAL = new RegExp(`^${DECIMAL_PATTERN}$`)

/** PostgreSQL has more digits; a text of 38 digits is what other databases and languages can take, too. */
export const MOST_DIGITS = 38

/** The number of all digits, and of those behind the point. */
export interface DecimalForm {
  readonly precision: number
  readonly scale: number
}

/** C16.1: the least and the most value of a field. */
export interface DecimalBounds {
  readonly least?: string
  readonly most?: string
}

/** The order of two decimals: less than 0, 0, or more than 0. `12.5` equals `12.50`. */
export const compareDecimals = (a: string, b: string): number => compareNumerics(a, b)

/** Whether a text is a decimal of any length. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/** A decimal of any length, as the client wrote it. @throws InvalidValue. */
export const checkDecimal = (text: string): string => {
  if (isDecimal(text)) return text
  throw new InvalidValue('must be a decimal such as "12.50": digits, and a point before a fraction')
}

const describeDigits = ({ precision, scale }: DecimalForm): string => {
  const behind = scale === 0 ? 'none behind it' : `${scale} behind it`
  return `must have at most ${precision - scale} digits before the point, and ${behind}`
}

/** The digits of a decimal. */
interface Digits {
  readonly sign: string
  readonly whole: string
  readonly fraction: string
}

/** @throws InvalidValue. */
const readDigits = (given: string, form: DecimalForm): Digits => {
  const text = checkDecimal(given)
  const [sign, unsigned] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  const [whole = '', fraction = ''] = unsigned.split('.')
  const digitsBefore = whole === '0' ? 0 : whole.length
  if (digitsBefore > form.precision - form.scale || fraction.length > form.scale)
    throw new InvalidValue(describeDigits(form))
  return { sign, whole, fraction }
}

/** All digits of the scale. There is one zero. */
const writeDigits = ({ sign, whole, fraction }: Digits, { scale }: DecimalForm): Decimal => {
  const digits = scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`
  // The digits have the form of a decimal.
  return `${/[1-9]/.test(digits) ? sign : ''}${digits}` as Decimal
}

/** A rule for a decimal between the bounds. A text with more digits is refused, and not rounded. */
export const createDecimalRule =
  (form: DecimalForm, { least, most }: DecimalBounds = {}): ((given: string) => Decimal) =>
  (given) => {
    const decimal = writeDigits(readDigits(given, form), form)
    if (least !== undefined && compareDecimals(decimal, least) < 0)
      throw new InvalidValue(`must not be less than ${least}`)
    if (most !== undefined && compareDecimals(decimal, most) > 0)
      throw new InvalidValue(`must not be more than ${most}`)
    return decimal
  }

const isCount = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

const findFormProblem = ({ precision, scale }: DecimalForm): string | null => {
  if (!isCount(precision, 1, MOST_DIGITS))
    return `the precision is ${precision}; write the number of all digits, from 1 to ${MOST_DIGITS}`
  return isCount(scale, 0, precision)
    ? null
    : `the scale is ${scale}; write the number of digits behind the point, from 0 to ${precision}`
}

const findBoundProblem = (form: DecimalForm, name: string, bound: unknown): readonly string[] => {
  try {
    if (typeof bound === 'string') createDecimalRule(form)(bound)
    return typeof bound === 'string'
      ? []
      : [`${name} ${JSON.stringify(bound)} must be a text such as "12.50"`]
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return [`${name} ${JSON.stringify(bound)} ${error.message}`]
  }
}

/** What is wrong with the digits and the bounds of a declaration. */
export const findDecimalProblems = (form: DecimalForm, bounds: DecimalBounds): readonly string[] => {
  const wrongForm = findFormProblem(form)
  if (wrongForm !== null) return [wrongForm]
  const wrong = Object.entries(bounds).flatMap(([name, bound]) => findBoundProblem(form, name, bound))
  const { least, most } = bounds
  if (wrong.length > 0 || least === undefined || most === undefined) return wrong
  return compareDecimals(least, most) > 0 ? [`least ${least} is above most ${most}; exchange them`] : []
}
