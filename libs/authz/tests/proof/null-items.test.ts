import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Condition, holds, not, subject, where } from '../../src/index.ts'
import { resolve } from '../../src/engine/roles/resolve.ts'
import { openPglite } from '../support/pglite.ts'
import { type Dialect, toSql } from '../../src/sql/index.ts'

interface Row {
  readonly tags: readonly (string | null)[] | null
  readonly meta: { readonly items: readonly { readonly id: number }[] } | null
  readonly level: number | null
}
/** No type of rows has null in a list of objects. */
const NULL = null as never
const rows: readonly Row[] = [
  { tags: null, meta: null, level: null },
  { tags: [], meta: { items: [] }, level: 7 },
  { tags: [null], meta: { items: [NULL] }, level: 8 },
  { tags: [null, 'a'], meta: { items: [NULL, { id: 7 }] }, level: 7 },
  { tags: ['b', null], meta: { items: [{ id: 8 }, NULL] }, level: 9 },
]

const asker = { levels: [null, 7], nothing: [null], tag: 'a' }
type Asker = { levels: readonly number[]; nothing: readonly number[]; tag: string }
const s = subject<Asker>()
const typed = where<Row>({ tags: 'textArray', level: 'integer' })
const untyped = where<Row>()
const cases = [typed, untyped].flatMap((a) =>
  [
    a.tags.contains('a'),
    a.tags.contains(s.tag),
    a.level.in(s.levels),
    a.level.in(s.nothing),
    a.meta.items.some((item) => item.id.eq(7)),
    a.meta.items.every((item) => item.id.eq(7)),
    a.meta.items.none((item) => item.id.eq(7)),
    a.meta.items.every((item) => item.id.isNull()),
  ].flatMap((condition) => [condition, not(condition)]),
)

const write = (condition: Condition, dialect: Dialect) =>
  toSql(
    resolve(condition, (name) => asker[name as keyof typeof asker]),
    { dialect, table: 'docs', relations: { meta: { json: 'meta' } } },
  )
const inMemory = (condition: Condition) => rows.flatMap((row, n) => (holds(condition, row, asker) ? [n] : []))

const pglite = await openPglite()
const sqlite = new DatabaseSync(':memory:')
beforeAll(async () => {
  await pglite.query('create table docs (n int, tags text[], meta jsonb, level int)')
  sqlite.exec('create table docs (n int, tags text, meta text, level int)')
  const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
  for (const [n, { tags, meta, level }] of rows.entries()) {
    await pglite.query('insert into docs values ($1, $2, $3, $4)', [n, tags, meta, level])
    sqlite.prepare('insert into docs values (?, ?, ?, ?)').run(n, toJson(tags), toJson(meta), level)
  }
})
afterAll(async () => {
  await pglite.close()
  sqlite.close()
})

it.each(cases)('null in a list is no item, in memory and in SQL: %j', async (condition) => {
  const expected = inMemory(condition)
  const { text, values } = write(condition, 'postgresql')
  const found = await pglite.query<{ n: number }>(`select n from docs where ${text} order by n`, [...values])
  expect(found.rows.map(({ n }) => n)).toEqual(expected)
  const inSqlite = write(condition, 'sqlite')
  const all = sqlite
    .prepare(`select n from docs where ${inSqlite.text} order by n`)
    .all(...(inSqlite.values as null[]))
  expect(all.map(({ n }) => n)).toEqual(expected)
})

it('null in a list equals nothing', () => {
  expect(inMemory(untyped.tags.contains('a'))).toEqual([3])
  expect(inMemory(not(untyped.tags.contains('a')))).toEqual([0, 1, 2, 4])
  expect(inMemory(untyped.level.in(s.levels))).toEqual([1, 3])
  expect(inMemory(untyped.level.in(s.nothing))).toEqual([])
  expect(inMemory(not(untyped.level.in(s.nothing)))).toEqual([0, 1, 2, 3, 4])
})
