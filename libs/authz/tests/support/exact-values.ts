import fc from 'fast-check'
import type { Comparison, Condition } from '../../src/engine/conditions/condition.ts'
import type { Kind } from '../../src/engine/conditions/kind.ts'
import { kinds } from './sql-agreement.ts'

const { decimal, bigint, float, timestamp, date } = kinds

/** The columns of the numbers and times, each with its kind. Two columns of some kinds compare with each other. */
export const exactKinds = {
  decimal,
  otherDecimal: decimal,
  bigint,
  float,
  timestamp,
  otherTime: timestamp,
  date,
} as const satisfies Readonly<Record<string, Kind>>
export type ExactColumn = keyof typeof exactKinds
export const exactColumns = Object.keys(exactKinds) as readonly ExactColumn[]

/** A row as its texts in the database. The text `json` is a number of JSON. */
export type ExactTexts = Readonly<Record<ExactColumn | 'json', string | null>>

/** What the types of a database can store. */
export interface Storable {
  /** The most digits of a decimal before and after its point. */
  readonly whole: number
  readonly fraction: number
  /** Decimals and floats that are no finite numbers. */
  readonly oddDecimals?: readonly string[]
  readonly oddFloats?: readonly string[]
  /** Times as the database writes them. */
  readonly times: readonly string[]
  readonly dates: readonly string[]
}

const SPECIAL = [0, 0.1, 0.3, 2 ** -44, 2 ** -25, 2 ** 53, 2 ** 60, 1e21, 1e23, 1e30, 123456789012345680000]
const addSign = (number: fc.Arbitrary<number>) =>
  fc.tuple(number, fc.boolean()).map(([x, isMinus]) => (isMinus ? -x : x))

/** Doubles of every size. Few bases, so that values of rows and conditions are often equal or near. */
const doubles = addSign(
  fc.oneof(
    fc.double({ noNaN: true, min: 0, noDefaultInfinity: true }),
    fc.double({ noNaN: true, min: 1e-20, max: 1e30 }),
    fc.constantFrom(...SPECIAL),
    fc.integer({ min: -1074, max: 1023 }).map((exponent) => 2 ** exponent),
    fc.maxSafeNat(),
    fc.integer({ min: -20, max: 64 }).map((exponent) => 2 ** exponent + 2 ** (exponent - 52)),
  ),
)

/** The digits of a number without an exponent. */
export function writeDigits(number: number): string {
  if (Number.isInteger(number)) return `${BigInt(number)}`
  const [mantissa = '', exponent = '0'] = String(number).split('e-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = `${'0'.repeat(Number(exponent))}${whole}`
  const point = digits.length - Number(exponent)
  return `${number < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}${fraction}`
}

/** A number with an exponent as digits: 1.5e20 is 150000000000000000000, which is another integer than the double. */
const writeShortest = (number: number): string => {
  const [mantissa = '', exponent = ''] = number.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return Number.isInteger(number) && Number(exponent) >= fraction.length
    ? `${whole}${fraction}${'0'.repeat(Number(exponent) - fraction.length)}`
    : writeDigits(number)
}

const generateDigits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(''))
const freeDecimals = fc
  .tuple(fc.constantFrom('', '-'), generateDigits(20), generateDigits(20), fc.boolean())
  .map(([sign, whole, fraction, hasPoint]) => `${sign}${whole}${hasPoint ? `.${fraction}` : ''}`)

const generateNearDecimals = (bases: readonly number[]) =>
  fc.tuple(fc.constantFrom(...bases), fc.nat({ max: 6 })).map(([base, way]) => {
    const text = writeDigits(base)
    if (way === 0) return writeShortest(base)
    if (way === 1) return `${text}${text.includes('.') ? '' : '.'}000000000000000000001`
    if (way === 2 && Math.abs(base) < 1e21) return base.toFixed(20)
    if (way === 3) return `${BigInt(Math.trunc(base)) + 1n}`
    return text
  })

const fits =
  ({ whole, fraction }: Storable) =>
  (text: string) => {
    const [before = '', after = ''] = text.replace('-', '').replace(/^0+/, '').split('.')
    return before.length <= whole && after.length <= fraction
  }

const INT8 = 2n ** 63n
const addNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 12 })

const generateBigints = (bases: readonly number[]) =>
  fc
    .tuple(
      fc.constantFrom(...bases.filter((base) => Math.abs(base) < 2 ** 62)),
      fc.constantFrom(-1n, 0n, 0n, 1n),
    )
    .map(([base, more]) => `${BigInt.asIntN(64, (BigInt(Math.trunc(base)) + more) % INT8)}`)

export const sampleBases = (seed: number): readonly number[] => [
  ...new Set([...SPECIAL, ...fc.sample(doubles, { numRuns: 40, seed })]),
]

export function sampleRows(
  bases: readonly number[],
  storable: Storable,
  seed: number,
): readonly ExactTexts[] {
  const { oddDecimals = [], oddFloats = [], times, dates } = storable
  const floats = fc.constantFrom(...bases.map(String), ...oddFloats)
  const decimals = fc.oneof(generateNearDecimals(bases), freeDecimals).filter(fits(storable))
  const anyDecimal = addRare(decimals, oddDecimals)
  const row = fc.record({
    decimal: addNull(anyDecimal),
    otherDecimal: addNull(anyDecimal),
    bigint: addNull(generateBigints(bases)),
    float: addNull(floats),
    timestamp: addNull(fc.constantFrom(...times)),
    otherTime: addNull(fc.constantFrom(...times)),
    date: addNull(fc.constantFrom(...dates)),
    json: addNull(
      fc.oneof(generateNearDecimals(bases).map(dropFirstZeros), fc.constantFrom(...bases.map(String))),
    ),
  })
  return fc.sample(row, { numRuns: 60, seed })
}

const addRare = <T>(usual: fc.Arbitrary<T>, rare: readonly T[]) =>
  rare.length > 0 ? fc.oneof({ weight: 20, arbitrary: usual }, fc.constantFrom(...rare)) : usual

const dropFirstZeros = (text: string) => text.replace(/^(-?)0+(?=\d)/, '$1')

/** The values of conditions: the bases, the doubles beside them, and integers near them. */
const generateNumbers = (bases: readonly number[]): fc.Arbitrary<number | bigint> =>
  fc.tuple(fc.constantFrom(...bases), fc.nat({ max: 7 })).map(([base, way]) => {
    if (way === 0) return base * (1 + Number.EPSILON)
    if (way === 1) return Math.trunc(base)
    if (way > 4 || !Number.isInteger(base)) return base
    return way === 2 ? BigInt(base) : way === 3 ? BigInt(base) + 1n : BigInt(writeShortest(base))
  })

const TIMES = [
  ...['2026-01-02', '2026-01-02T10:20:30.125Z', '1969-12-31T23:59:59.999Z', '0044-03-15', '+020000-01-01'],
  ...[
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13',
    '+275760-09-12T23:59:59.999Z',
    '-004000-01-01',
    '-271821-04-20',
  ],
].map((text) => new Date(text))

type Op = Exclude<Comparison['op'], 'isNull' | 'startsWith' | 'includes' | 'contains'>

const PAIRS: Partial<Record<ExactColumn, readonly ExactColumn[]>> = {
  decimal: ['otherDecimal', 'bigint'],
  bigint: ['decimal'],
  timestamp: ['otherTime'],
}

/** Comparisons of one row, with kinds or without. Without kinds, no two columns compare. */
function generateComparisons(bases: readonly number[], hasKinds: boolean): fc.Arbitrary<Condition> {
  const values = generateNumbers(bases)
  const times: fc.Arbitrary<unknown> = fc.constantFrom(...TIMES)
  const generateLists = (one: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.array(one, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(one, { minLength: 55, maxLength: 60 }) },
    )
  const readKind = (column: ExactColumn) => (hasKinds ? { kind: exactKinds[column] } : {})
  const withValue = fc
    .tuple(fc.constantFrom(...exactColumns), fc.constantFrom<Op>('eq', 'lt', 'lte', 'gt', 'gte', 'in'))
    .chain(([attribute, op]) => {
      const one = /time|date/i.test(exactKinds[attribute]) ? times : values
      const value = op === 'in' ? generateLists(one) : one
      return value.map((each) => ({ op, attribute, value: each, ...readKind(attribute) }) as Condition)
    })
  if (!hasKinds) return withValue
  const withColumn = fc
    .tuple(
      fc.constantFrom('decimal', 'bigint', 'timestamp'),
      fc.constantFrom<Op>('eq', 'lt', 'lte', 'gt', 'gte'),
    )
    .chain(([attribute, op]) =>
      fc.constantFrom(...(PAIRS[attribute as ExactColumn] ?? [])).map((other): Condition => {
        const value = { attribute: other, ...readKind(other) }
        return { op, attribute, value, ...readKind(attribute as ExactColumn) } as Condition
      }),
    )
  return fc.oneof({ weight: 6, arbitrary: withValue }, { weight: 1, arbitrary: withColumn })
}

/** Comparisons with the number in the column with JSON. */
const generateJsonComparisons = (bases: readonly number[]): fc.Arbitrary<Condition> =>
  fc
    .tuple(
      fc.constantFrom<Op>('eq', 'lt', 'lte', 'gt', 'gte', 'in'),
      fc.array(generateNumbers(bases), { minLength: 1, maxLength: 4 }),
    )
    .map(([op, all]) => {
      const condition = { op, attribute: 'number', value: op === 'in' ? all : all[0] } as Condition
      return { op: 'is', attribute: 'meta', condition }
    })

/** Conditions on a row, on the rows related to it, and on its JSON; and their negations. */
export function sampleConditions(
  bases: readonly number[],
  hasKinds: boolean,
  seed: number,
): readonly Condition[] {
  const leaf = generateComparisons(bases, hasKinds)
  const related = fc
    .tuple(fc.boolean(), leaf)
    .map(([isList, condition]): Condition =>
      isList
        ? { op: 'some', attribute: 'children', condition }
        : { op: 'is', attribute: 'parent', condition },
    )
  const conditions = fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: related },
    { weight: 1, arbitrary: generateJsonComparisons(bases) },
  )
  return fc
    .sample(conditions, { numRuns: 100, seed })
    .flatMap((condition) => [condition, { op: 'not', condition } satisfies Condition])
}
