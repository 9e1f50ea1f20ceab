import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import type { Connection } from 'mysql2/promise'
import { expect } from 'vitest'
import { type Condition, matcher } from '../../src/index.ts'
import { resolve } from '../../src/engine/roles/resolve.ts'
import type { toSql } from '../../src/sql/index.ts'
import { openPglite } from './pglite.ts'
import { operands } from './sql-agreement.ts'

type ToSql = typeof toSql

export const jsonRelations = { meta: { json: 'meta' }, items: { json: 'items' } }
const options = { relations: jsonRelations, table: 'docs' }
const names = ['a', 'b', 'o', 'l', 'toString', "x'y"]

const scalar = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -0, 1, 7, 1.5, 0.1, -5, 2 ** 53, 1e30, 5e-324, 1.7976931348623157e308],
  ...['', 'a', 'A', 'a ', '7', 'true', 'null', 'é', 'e\u0301', '{}', '2026-01-02T00:00:00.000Z'],
)
/** Values of any type and shape. Most are objects and lists of objects, as the conditions expect. */
const json: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'json' },
    { weight: 3, arbitrary: scalar },
    { weight: 3, arbitrary: tie('object') },
    { weight: 2, arbitrary: fc.array(fc.oneof(scalar, tie('object')), { maxLength: 3 }) },
  ),
})).any
export const jsonRows = fc.sample(fc.record({ meta: json, items: json }), { numRuns: 120, seed: 31 })

const comparisons = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom('eq', 'eq', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'isNull'),
    fc.nat({ max: 5 }),
  )
  .map(([attribute, op, place]) =>
    op === 'isNull' ? { op, attribute } : { op, attribute, value: { subject: `s${place}` } },
  ) as fc.Arbitrary<Condition>

const nested = (attribute: fc.Arbitrary<string>, of: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom('is' as const, 'some' as const), attribute, of)
    .map(([op, name, condition]) => ({ op, attribute: name, condition }))

const inner: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 4, arbitrary: comparisons },
    { weight: 2, arbitrary: nested(fc.constantFrom('o', 'l'), tie('any')) },
    { weight: 2, arbitrary: tie('any').map((condition): Condition => ({ op: 'not', condition })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { maxLength: 3 }))
        .map(([op, conditions]): Condition => ({ op, conditions })),
    },
  ),
})).any
const outer = fc.oneof(
  nested(fc.constantFrom('meta', 'items'), inner),
  comparisons.map((condition): Condition => ({ ...condition, attribute: 'meta' }) as Condition),
)
const conditions = fc.oneof(
  outer,
  outer.map((condition): Condition => ({ op: 'not', condition })),
)
const values = fc.tuple(
  fc.constantFrom<unknown>('a', 'A', '7', 'é'),
  fc.constantFrom<unknown>(0, 1, 7n, 0.1, 1e30, 2 ** 53, 9007199254740993n, -Infinity),
  fc.boolean(),
  fc.constantFrom<unknown>(
    ['a', null],
    [1, 7],
    [0, 'a', true],
    [Infinity, 1],
    Array.from({ length: 60 }, (_, i) => i),
  ),
  operands,
  operands,
)
const show = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

export async function expectJsonAgreement(
  numRuns: number,
  found: readonly object[],
  select: (condition: Condition) => Promise<unknown> | unknown,
  seed = 33,
) {
  let chosen = 0
  for (const [condition, subject] of fc.sample(fc.tuple(conditions, values), { numRuns, seed })) {
    const given = resolve(condition, (name) => subject[Number(name[1])])
    const test = matcher({ kind: 'when', where: given })
    const expected = found.flatMap((row, n) => (test(row) ? [n] : []))
    expect(await select(given), JSON.stringify(given, show)).toEqual(expected)
    chosen += expected.length
  }
  expect(chosen / numRuns / found.length).toBeGreaterThan(0.05)
}

/** The text of a value, with an integer that no number of JavaScript can be. */
const write = (value: unknown): string =>
  JSON.stringify(value).replaceAll('9007199254740992', '9007199254740993')

/** Rows of PostgreSQL, as its drivers return them. */
export async function openJsonPostgres() {
  const db = await openPglite()
  await db.exec('create table docs (n int, meta jsonb, items jsonb)')
  for (const [n, { meta, items }] of jsonRows.entries())
    await db.query('insert into docs values ($1, $2::text::jsonb, $3::text::jsonb)', [
      n,
      meta === null && n % 2 ? null : write(meta),
      write(items),
    ])
  // JavaScript has no such numbers.
  await db.exec(`insert into docs values (${jsonRows.length}, '{"a": 1e400, "b": 1e-400, "o": {"a": -1e400}}', null),
    (${jsonRows.length + 1}, '{"a": 9007199254740993, "b": 0.1000000000000000055511151231257827}', '[1e400]')`)
  const found = (await db.query<object>('select meta, items from docs order by n')).rows
  return {
    agrees: (print: ToSql, numRuns: number, seed?: number) => {
      const select = async (condition: Condition) => {
        const { text, values: all } = print(condition, { dialect: 'postgresql', ...options })
        const chosen = await db.query<{ n: number }>(`select n from docs where ${text} order by n`, [...all])
        return chosen.rows.map(({ n }) => n)
      }
      return expectJsonAgreement(numRuns, found, select, seed)
    },
    close: () => db.close(),
  }
}

/** Texts with JSON, and texts that are no JSON. */
const texts = [
  ...jsonRows.map(({ meta, items }, n) => [meta === null && n % 2 ? null : write(meta), write(items)]),
  ['{"a": 9007199254740993, "b": 0.1000000000000000055511151231257827}', '[1'],
  ['', '{a: 1}'],
  ['7', '{"a": 1, "l": [{"a": 1}], "o": {"a": 1, "b": 7}, x'],
  ['"\\u0000"', '"\\ud83d\\ude00 \\u00e9"'],
]

const parse = (text: unknown): unknown => {
  try {
    return text === null ? null : typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
/** The rows in memory. A text that is no JSON is absent. */
const parseRows = (all: readonly (readonly unknown[])[]) =>
  all.map(([meta, items]) => ({ meta: parse(meta), items: parse(items) }))

export async function agreesOnJsonInSqlite(print: ToSql, numRuns: number, seed?: number) {
  const db = new DatabaseSync(':memory:')
  db.exec('create table docs (n integer, meta text, items)')
  const all = [
    ...texts,
    ['{"a": 1e400, "b": 1e-400, "o": {"a": -1e400}}', 7],
    ['1', new Uint8Array([123, 125])],
  ]
  for (const [n, each] of all.entries())
    db.prepare('insert into docs values (?, ?, ?)').run(n, ...(each as string[]))
  const select = (condition: Condition) => {
    const { text, values: given } = print(condition, { dialect: 'sqlite', ...options })
    const chosen = db.prepare(`select n from docs where ${text} order by n`).all(...(given as string[]))
    return chosen.map(({ n }) => n)
  }
  await expectJsonAgreement(numRuns, parseRows(all), select, seed)
  db.close()
}

/**
 * The text without the largest number of JavaScript: MariaDB reads all larger numbers as this number, so that no condition
 * tests them.
 */
export const withoutLargest = (text: string): string => text.replaceAll('1.7976931348623157e+308', '1e308')

export async function agreesOnJsonInMariaDb(db: Connection, print: ToSql, numRuns: number) {
  await db.query('create or replace database json character set utf8mb4')
  await db.query('use json')
  await db.query('create table docs (n int, meta json, items text)')
  const all = texts.map(([meta = null, items]) => [
    parse(meta) === undefined || meta === null ? null : withoutLargest(String(meta)),
    withoutLargest(String(items)),
  ])
  for (const [n, [meta, items]] of all.entries())
    await db.query('insert into docs values (?, ?, ?)', [n, meta, items])
  await expectJsonAgreement(numRuns, parseRows(all), async (condition) => {
    const { text, values: given } = print(condition, { dialect: 'mysql', ...options })
    const [chosen] = await db.query(`select n from docs where ${text} order by n`, [...given])
    return (chosen as { n: number }[]).map(({ n }) => n)
  })
}
