import fc from 'fast-check'
import { expect } from 'vitest'
import { attrs } from '../../src/engine/attributes/attrs.ts'
import {
  type Comparison,
  type Condition,
  type Followed,
  isSibling,
} from '../../src/engine/conditions/condition.ts'
import { matcher } from '../../src/engine/decisions/filter.ts'
import type { Kind } from '../../src/engine/conditions/kind.ts'
import { resolve } from '../../src/engine/roles/resolve.ts'
import { toSql } from '../../src/sql/index.ts'

/** A table with a column of each kind, which has the name of its kind. */
export const kinds = {
  boolean: 'boolean',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'decimal',
  float: 'float',
  text: 'text',
  uuid: 'uuid',
  timestamp: 'timestamp',
  date: 'date',
  textArray: 'textArray',
  integerArray: 'integerArray',
  uuidArray: 'uuidArray',
} as const satisfies Partial<Record<Kind, Kind>>
export type KindOfTable = keyof typeof kinds
export const names = Object.keys(kinds) as readonly KindOfTable[]
export const attributes = attrs(kinds)
const { boolean: _, ...others } = kinds
/** In MySQL, a number can be a boolean. */
export const allButBooleans = attrs(others)
/** SQL knows arrays without a kind, too. */
export const arrays = attrs({ textArray: 'textArray', integerArray: 'integerArray', uuidArray: 'uuidArray' })

/** A row as its texts in the database. */
export type Texts = Readonly<Record<KindOfTable, string | null>>

const UUIDS = ['8d1e8a4e-7f8d-4b44-9e0a-1f2d3c4b5a69', '00000000-0000-4000-8000-000000000000'] as const
const elements = <T>(...list: readonly T[]) => fc.array(fc.constantFrom(...list), { maxLength: 3 })
const pickOne = (...texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { nil: null, freq: 5 })
const listOf = (list: fc.Arbitrary<readonly unknown[]>) =>
  fc.option(
    list.map((each) => JSON.stringify(each)),
    { nil: null, freq: 5 },
  )

export const tables: fc.Arbitrary<readonly Texts[]> = fc.array(
  fc.record({
    boolean: pickOne('true', 'false'),
    integer: pickOne('0', '1', '7', '-5', '2147483647'),
    bigint: pickOne('0', '7', '9007199254740993', '9223372036854775807'),
    decimal: pickOne('0.00', '7.00', '1.50', '0.10', '-2.00'),
    float: pickOne('0', '7', '1.5', '0.1', '-1e30'),
    text: pickOne(
      '',
      'a',
      'A',
      'a ',
      '7',
      '1.5',
      'true',
      'é',
      'e\u0301',
      'null',
      UUIDS[0],
      '2026-01-02T00:00:00.000Z',
    ),
    uuid: pickOne(...UUIDS),
    timestamp: pickOne('2026-01-02T00:00:00.000Z', '2026-01-02T10:20:30.125Z', '1969-12-31T23:59:59.999Z'),
    date: pickOne('2026-01-02', '1970-01-01'),
    textArray: listOf(elements('a', 'A', 'a ', '7', null, 'é')),
    integerArray: listOf(elements(0, 1, 7, null)),
    uuidArray: listOf(elements(...UUIDS, null)),
  }),
  { minLength: 40, maxLength: 40 },
)

const range = (length: number, make: (i: number) => unknown) => Array.from({ length }, (_, i) => make(i))
const dates = [
  '2026-01-02',
  '2026-01-02T10:20:30.125Z',
  '1970-01-01',
  '1969-12-31T23:59:59.999Z',
  '0044-03-15',
  '+020000-01-01',
]
const scalars: readonly unknown[] = [
  ...[
    null,
    0,
    -0,
    1,
    7,
    7n,
    -5,
    1.5,
    0.1,
    3e9,
    1e30,
    -1e30,
    5e-324,
    2 ** 53,
    Infinity,
    -Infinity,
    Number.NaN,
  ],
  ...[9007199254740993n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 70n), 10n ** 400n, true, false],
  ...[
    '',
    'a',
    'A',
    'a ',
    '7',
    '1.5',
    'abc',
    'true',
    'é',
    'e\u0301',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    "';--",
    '{}',
    'NaN',
    'infinity',
  ],
  ...[...UUIDS, UUIDS[0].toUpperCase(), '2026-01-02T00:00:00.000Z', '2026-01-02'],
  ...[...dates.map((text) => new Date(text)), new Date(8.64e15), new Date(-8.64e15), new Date(Number.NaN)],
  ...[{}, [], Symbol('a'), () => 7],
]
const lists = fc.oneof(
  fc.array(fc.constantFrom(...scalars), { maxLength: 4 }),
  ...[
    [0, 7, 1.5],
    ['a', 'A', 'é', ...UUIDS],
    [7n, 9007199254740993n],
    [...UUIDS],
    dates.map((text) => new Date(text)),
  ].map((list) => fc.subarray<unknown>([...list, null])),
  fc.constantFrom<unknown[]>(
    range(60, (i) => i),
    range(60, (i) => i + 0.5),
    range(60, (i) => BigInt(i) + 9007199254740990n),
    range(60, (i) => String.fromCharCode(65 + i)),
    range(60, (i) => UUIDS[i % 2]),
    range(60, (i) => new Date(Date.UTC(2026, 0, 1 + (i % 9)))),
    range(60, (i) => i % 2 === 0),
    [...range(60, (i) => i), 'a', null],
    [...range(60, (i) => `${i}`), '\0', '\ud800'],
  ),
)
export const operands = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...scalars) },
  { weight: 1, arbitrary: lists },
)

type ConditionCase = readonly [Condition, unknown]

/** Values like those of the rows. */
const fitting: Readonly<Record<'boolean' | 'number' | 'text' | 'time', readonly unknown[]>> = {
  boolean: [true, false],
  number: [0, 1, 7, 7n, -5, 1.5, 0.1, 2147483647, 9007199254740993n],
  text: ['', 'a', 'A', 'a ', '7', 'é', UUIDS[0]],
  time: dates.slice(0, 4).map((text) => new Date(text)),
}
const groups = Object.keys(fitting) as readonly (keyof typeof fitting)[]

const groupOf = (attribute: string): keyof typeof fitting => {
  if (attribute === 'boolean') return 'boolean'
  if (/^(?:text|uuid)/.test(attribute)) return 'text'
  return attribute === 'timestamp' || attribute === 'date' ? 'time' : 'number'
}

/** The values of a subject: four of any type, then one of each group, then a list of each group, with a value of any type. */
export const subjects = fc.tuple(
  fc.array(fc.oneof(operands, lists), { minLength: 4, maxLength: 4 }),
  fc.tuple(...groups.map((group) => fc.constantFrom(...fitting[group]))),
  fc.tuple(
    ...groups.map((group) =>
      fc
        .tuple(
          fc.subarray([...fitting[group]]),
          fc.option(fc.constantFrom(...scalars), { nil: undefined, freq: 2 }),
        )
        .map(([items, other]) => (other === undefined ? items : [...items, other])),
    ),
  ),
)

export const comparisons = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom('eq', 'eq', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'isNull'),
    fc.nat({ max: 9 }),
  )
  .map(([attribute, op, place]): Comparison => {
    const used = attribute.endsWith('Array') && op !== 'isNull' ? 'contains' : op
    const fittingPlace = (used === 'in' ? 8 : 4) + groups.indexOf(groupOf(attribute))
    const value = { subject: `s${place < 4 ? place : fittingPlace}` }
    return { op: used, attribute, ...(op !== 'isNull' && { value }) } as Comparison
  })

const PAIRS = [
  ['integer', 'bigint'],
  ['bigint', 'decimal'],
  ['decimal', 'integer'],
  ['text', 'text'],
  ['timestamp', 'timestamp'],
] as const satisfies readonly (readonly [KindOfTable, KindOfTable])[]

/** Parts of texts, and comparisons of two columns. A part is the text of a subject. */
export const otherComparisons: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('startsWith', 'endsWith', 'includes'),
      fc.constantFrom('text', 'text', 'uuid'),
      fc.constantFrom(0, 1, 6, 6),
    )
    .map(([op, attribute, place]) => ({ op, attribute, value: { subject: `s${place}` } }) as Condition),
  fc
    .tuple(fc.constantFrom('eq', 'lt', 'lte', 'gt', 'gte'), fc.constantFrom(...PAIRS))
    .map(([op, [attribute, other]]) => {
      const used = attribute === 'text' ? 'eq' : op
      return { op: used, attribute, value: { attribute: other } } as Condition
    }),
)

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'condition' },
    { weight: 3, arbitrary: comparisons },
    { weight: 2, arbitrary: tie('any').map((condition): Condition => ({ op: 'not', condition })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { maxLength: 3 }))
        .map(([op, inner]): Condition => ({ op, conditions: inner })),
    },
  ),
})).any

/** A condition, and the values of a subject. */
export const asked: fc.Arbitrary<ConditionCase> = fc.tuple(
  conditions,
  subjects.map((parts) => parts.flat(1)),
)

export const withKinds = (condition: Condition): Condition =>
  'conditions' in condition
    ? { ...condition, conditions: condition.conditions.map(withKinds) }
    : 'condition' in condition
      ? { ...condition, condition: withKinds(condition.condition) }
      : withKind(condition)

function withKind(condition: Comparison | Followed): Condition {
  const value = 'value' in condition && isSibling(condition.value) && condition.value
  if (condition.op === 'may') return condition
  const kind = condition.attribute as Kind
  return { ...condition, kind, ...(value && { value: { ...value, kind: value.attribute } }) } as Condition
}

export interface Agreement {
  readonly hasKinds: boolean
  /** The rows as the engine receives them. */
  readonly rows: readonly object[]
  /** The numbers of the rows for which the SQL of the condition is true. */
  readonly select: (where: Condition) => Promise<readonly number[]> | readonly number[]
}

/** SQL chooses the rows that `matcher` chooses, and never causes an error. */
export async function expectAgreement(
  [condition, values]: ConditionCase,
  { hasKinds, rows, select }: Agreement,
) {
  const given = hasKinds ? withKinds(condition) : condition
  const where = resolve(given, (name) => (values as readonly unknown[])[Number(name.slice(1))])
  const test = matcher({ kind: 'when', where })
  const expected = rows.flatMap((row, n) => (test(row) ? [n] : []))
  expect(await select(where), toSql(where, { dialect: 'postgresql' }).text).toEqual(expected)
}
