import fc from 'fast-check'
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type MariaDb, startMariaDb } from '../../../../tools/programs/mariadb.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { type Condition, not, where } from '../index.ts'
import { rowDecoder } from '../rows/index.ts'
import type { Database } from '../../tests/support/every-database/database.ts'
import { printers } from '../../tests/support/every-database/open.ts'
import { compareDatabases } from '../../tests/support/every-database/run.ts'
import { mariaDbOptions, openMariaDb } from '../../tests/support/every-database/sql-databases.ts'
import { compareExactly } from '../../tests/support/exact-agreement.ts'
import { openExactMariaDb } from '../../tests/support/exact-databases.ts'
import { agreesOnJsonInMariaDb } from '../../tests/support/json-laws.ts'
import { type Mutant, NO_FAULT, loadMutant } from '../../tests/support/mutants.ts'
import {
  allButBooleans,
  asked,
  attributes,
  expectAgreement,
  tables,
} from '../../tests/support/sql-agreement.ts'
import { fillMysql } from '../../tests/support/sql-tables.ts'
import { toSql } from './index.ts'

requirePrograms('MariaDB')

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 7 })
const cases = fc.sample(asked, { numRuns: 1000, seed: 11 })

let server: MariaDb
let db: Connection
beforeAll(async () => {
  server = await startMariaDb()
  db = await createConnection(mariaDbOptions(server))
  await db.query('create database docs')
  await db.query('use docs')
  for (const [text, values] of fillMysql(rows)) await db.query(text, values)
})
afterAll(async () => {
  await db?.end()
  await server?.stop()
})

const run = {
  query: (text: string, values: readonly unknown[]) => db.query(text, [...values]),
  execute: (text: string, values: readonly unknown[]) => db.execute(text, [...values] as string[]),
}

describe.each(['query', 'execute'] as const)('mysql2 with %s', (method) => {
  it.each([true, false])(
    'chooses the rows that the engine chooses, also with bad values (with kinds: %s)',
    async (hasKinds) => {
      const [found] = (await db.query('select * from docs order by n')) as unknown as [readonly object[]]
      const decoded = found.map(
        rowDecoder<unknown>(hasKinds ? attributes : allButBooleans, 'mysql2'),
      ) as object[]
      const select = async (condition: Condition) => {
        const { text, values } = toSql(condition, { dialect: 'mysql' })
        const [chosen] = await run[method](`select n from docs where ${text} order by n`, values)
        return (chosen as { n: number }[]).map(({ n }) => n)
      }
      for (const each of cases) await expectAgreement(each, { hasKinds, rows: decoded, select })
    },
  )
})

const mutants: readonly Mutant[] = [
  [
    'an unknown result is false',
    'sql/relations.ts',
    "' and (', ...test, ') is not true)'",
    "' and not (', ...test, '))'",
  ],
  ['exists without its join', 'sql/relations.ts', "' where ', ...equal(outer, own, on)]", "' where true']"],
  [
    'text takes the collation of the column',
    'sql/mysql.ts',
    'group === TEXT ? castToBytes([column]) : [column]',
    '[column]',
  ],
  [
    'a value of a subject has the class of the column',
    'sql/mysql.ts',
    '? [writeGuard(column, group)]',
    '? []',
  ],
  ['an item of another class is unequal', 'sql/mysql.ts', "' and not ', ...hasOthers(column, group)", "''"],
  ['a number is near another number', 'sql/mysql.ts', 'group === NUMBER\n', 'group === DATE\n'],
]

describe('related rows', () => {
  const copying = {
    modules: ['sql/index.ts'],
    common: ['engine/conditions/condition.ts', 'engine/roles/resolve.ts'],
  }
  let database: Database
  beforeAll(async () => {
    database = await openMariaDb(await createConnection(mariaDbOptions(server)))
  })
  afterAll(async () => {
    await database?.close()
  })
  const compare = (checks: number, copy: object) =>
    compareDatabases([database], { checks, seed: 77, printers: { ...printers, ...copy } })

  it('chooses the rows that the memory chooses', async () => {
    await compare(countRuns({ short: 100_000, long: 1_000_000 }), await loadMutant(NO_FAULT, copying))
  })

  it.each(mutants)('notices that %s', async (...mutant) => {
    await expect(compare(1_000_000, await loadMutant(mutant, copying))).rejects.toThrow()
  })
})

const jsonMutants: readonly Mutant[] = [
  [
    'text takes the collation of the database',
    'sql/json-syntax.ts',
    'group === TEXT ? castToBytes(scalar)',
    'group === TEXT ? scalar',
  ],
  [
    'a number is a text',
    'sql/json-syntax.ts',
    "['cast(json_unquote(', ...value, ') as double)']",
    "['json_unquote(', ...value, ')']",
  ],
  [
    'SQL null is no null of JSON',
    'sql/json-syntax.ts',
    '" is null then \'null\' when json_valid("',
    "' is null then null when json_valid('",
  ],
  [
    'an array of one item is the item',
    'sql/json-syntax.ts',
    "concat('$[', ${alias}.place - 1, ']')",
    "concat('$[', ${alias}.place, ']')",
  ],
]

describe('the JSON of a column', () => {
  const copying = {
    modules: ['sql/index.ts'],
    common: ['engine/conditions/condition.ts', 'engine/roles/resolve.ts'],
  }
  let connection: Connection
  beforeAll(async () => {
    connection = await createConnection(mariaDbOptions(server))
  })
  afterAll(async () => {
    await connection?.end()
  })

  it('chooses the rows that the memory chooses, whatever the column contains', () =>
    agreesOnJsonInMariaDb(connection, toSql, countRuns({ short: 1500, long: 50_000 })))

  it.each(jsonMutants)('notices that %s', async (...mutant) => {
    const { toSql: print } = (await loadMutant(mutant, copying)) as { toSql: typeof toSql }
    await expect(agreesOnJsonInMariaDb(connection, print, 1500)).rejects.toThrow()
  })
})

describe.each(['query', 'execute'] as const)('large numbers with %s', (method) => {
  const large = [2 ** 53, 1e22, 1e64, 1e65, 1e66, 1e70, 1.5e300, -1e64, -1e65, -1e70]
  beforeAll(async () => {
    await db.query('create or replace table large (f double, d decimal(65))')
    for (const f of large) await db.query('insert into large (f) values (cast(? as double))', [String(f)])
    await db.query(`insert into large (d) values (${'9'.repeat(65)})`)
  })
  const find = async (column: 'f' | 'd', condition: Condition) => {
    const { text, values } = toSql(condition, { dialect: 'mysql' })
    const sql = `select ${column} as x from large where ${column} is not null and ${text} order by 1`
    const [found] = await run[method](sql, values)
    return (found as { x: unknown }[]).map(({ x }) => x)
  }

  it.each([undefined, 'float'] as const)('compares each double exactly (kind: %s)', async (kind) => {
    const { f } = where<{ f: number }>(kind && { f: kind })
    for (const value of [...large, 1e23, 2e65, 9e69]) {
      const expected = (test: (each: number) => boolean) => large.filter(test).sort((a, b) => a - b)
      expect(await find('f', f.eq(value)), `= ${value}`).toEqual(expected((each) => each === value))
      expect(await find('f', f.in([value, 7])), `in ${value}`).toEqual(expected((each) => each === value))
      expect(await find('f', f.lt(value)), `< ${value}`).toEqual(expected((each) => each < value))
      expect(await find('f', f.gte(value)), `>= ${value}`).toEqual(expected((each) => each >= value))
    }
  })

  it('finds no double that equals an integer that no double is', async () => {
    const { f } = where<{ f: number | bigint }>()
    const [integer, zeros] = [2n ** 53n + 1n, 123456789012345680000n]
    expect(await find('f', f.eq(integer))).toEqual([])
    expect(await find('f', f.in([integer, zeros]))).toEqual([])
    expect(await find('f', not(f.in([integer, zeros])))).toHaveLength(large.length)
    for (const each of [integer, -integer]) {
      const below = large.filter((number) => number < each)
      expect(await find('f', f.lt(each))).toHaveLength(below.length)
      expect(await find('f', f.lte(each))).toHaveLength(below.length)
      expect(await find('f', f.gte(each))).toHaveLength(large.length - below.length)
    }
  })

  it('finds a decimal that is a longer integer than a double, and none that JavaScript does not have', async () => {
    await db.query('create or replace table decimals (d decimal(65, 30))')
    await db.query(`insert into decimals values (${10n ** 30n}), (0.1234567890123456789)`)
    for (const { d } of [where<{ d: number | bigint }>(), where<{ d: number | bigint }>({ d: 'decimal' })]) {
      const count = async (condition: Condition) => {
        const { text, values } = toSql(condition, { dialect: 'mysql' })
        const [found] = await run[method](`select d from decimals where ${text}`, values)
        return (found as unknown[]).length
      }
      expect(await count(d.eq(10n ** 30n))).toBe(1)
      expect(await count(d.eq(1e30))).toBe(0)
      expect(await count(d.gt(0.1))).toBe(1)
      expect(await count(not(d.gt(0.1)))).toBe(0)
    }
  })

  it('finds no decimal that equals a number with more digits', async () => {
    const { d } = where<{ d: number }>({ d: 'decimal' })
    for (const value of [1e65, 1e70]) {
      expect(await find('d', d.eq(value))).toEqual([])
      expect(await find('d', d.lt(value))).toHaveLength(1)
    }
  })
})

describe.each(['query', 'execute'] as const)('numbers and times over the whole range with %s', (method) => {
  it('choose the same rows in MariaDB and in memory', async () => {
    const rounds = countRuns({ short: 10, long: 500 })
    await compareExactly(openExactMariaDb(db, method), { rounds, seed: 1, toSql })
  })
})

it('cannot test a number of JSON that is too large for a double', async () => {
  await db.query('create table numbers (meta json)')
  await db.query(`insert into numbers values ('{"a": 1e400}'), ('{"a": 1e300}')`)
  const { a } = where<{ meta: { a: number } }>().meta
  const options = { dialect: 'mysql', relations: { meta: { json: 'meta' } }, table: 'numbers' } as const
  for (const condition of [a.gt(5), not(a.lte(5))]) {
    const { text, values } = toSql(condition, options)
    const [found] = await db.query(`select meta from numbers where ${text}`, [...values])
    expect(found).toHaveLength(1)
  }
})

it('uses the index of a text', async () => {
  await db.query('create table indexed (n int, t varchar(50), index (t)) character set utf8mb4')
  const { text, values } = toSql(where<{ t: string }>({ t: 'text' }).t.eq('a'), { dialect: 'mysql' })
  const [plan] = await db.query(`explain select n from indexed force index (t) where ${text}`, [...values])
  expect(plan).toMatchObject([{ key: 't' }])
})
