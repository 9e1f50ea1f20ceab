import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { rowDecoder } from '../rows/index.ts'
import {
  type KindOfTable,
  type Texts,
  arrays,
  asked,
  attributes,
  expectAgreement,
  kinds,
  tables,
} from '../testing/sql-agreement.ts'

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
const cases = fc.sample(asked, { numRuns: 1500, seed: 9 })
const names = Object.keys(kinds) as readonly KindOfTable[]
const columns = names.map((name) => `"${name}"`).join()

const postgresTypes: Partial<Record<KindOfTable, string>> = {
  integer: 'int4',
  bigint: 'int8',
  decimal: 'numeric(10, 2)',
  float: 'float8',
  timestamp: 'timestamptz',
  textArray: 'text[]',
  integerArray: 'int4[]',
  uuidArray: 'uuid[]',
}
const toArray = (name: string, text: string | null): unknown =>
  text !== null && name.endsWith('Array') ? (JSON.parse(text) as unknown) : text

describe('PostgreSQL', () => {
  let db: PGlite
  let found: readonly object[]
  beforeAll(async () => {
    db = await PGlite.create()
    await db.query(
      `create table docs (n int, ${names.map((name) => `"${name}" ${postgresTypes[name] ?? name}`).join()})`,
    )
    for (const [n, row] of rows.entries())
      await db.query(`insert into docs values ($1, ${names.map((_, i) => `$${i + 2}`).join()})`, [
        n,
        ...names.map((name) =>
          name === 'boolean' && row[name] ? row[name] === 'true' : toArray(name, row[name]),
        ),
      ])
    found = (await db.query(`select ${columns} from docs order by n`)).rows as object[]
  })
  afterAll(() => db.close())
  const select = async (where: string, values: readonly unknown[]) =>
    (await db.query<{ n: number }>(`select n from docs where ${where} order by n`, [...values])).rows.map(
      ({ n }) => n,
    )

  it.each([true, false])(
    'chooses the rows that the engine chooses, also with bad values (with kinds: %s)',
    async (hasKinds) => {
      const decoded = found.map(rowDecoder(attributes, 'node-postgres'))
      for (const each of cases)
        await expectAgreement(each, { dialect: 'postgresql', hasKinds, rows: decoded, select })
    },
  )
})

const toStored = (row: Texts) => (name: KindOfTable) => {
  const text = row[name]
  if (text === null) return text
  if (name === 'boolean') return Number(text === 'true')
  if (name === 'bigint') return BigInt(text)
  return /^(integer|float|decimal)$/.test(name) ? Number(text) : text
}
const sqliteTypes: Partial<Record<KindOfTable, string>> = {
  decimal: 'numeric',
  float: 'real',
  integer: 'integer',
  bigint: 'integer',
}
const create =
  `create table docs (n integer primary key, ${names.map((name) => `"${name}" ${sqliteTypes[name] ?? 'text'}${name === 'text' ? ' collate nocase' : ''}`).join()})`.replace(
    '"boolean" text',
    '"boolean" integer',
  )
const insert = `insert into docs values (?, ${names.map(() => '?').join()})`

const openNode = () => {
  const db = new DatabaseSync(':memory:')
  db.exec(create)
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  return {
    run: (sql: string, values: readonly unknown[]) => void db.prepare(sql).run(...(values as null[])),
    all: (sql: string, values: readonly unknown[]) => prepare(sql).all(...(values as null[])) as object[],
  }
}
const openBetter = () => {
  const db = new Sqlite(':memory:')
  db.exec(create)
  return {
    run: (sql: string, values: readonly unknown[]) => void db.prepare(sql).run(...values),
    all: (sql: string, values: readonly unknown[]) =>
      db
        .prepare(sql)
        .safeIntegers()
        .all(...values) as object[],
  }
}

describe.each([
  ['node:sqlite', openNode],
  ['better-sqlite3', openBetter],
] as const)('%s', (driver, open) => {
  it.each([true, false])(
    'chooses the rows that the engine chooses, also with bad values (with kinds: %s)',
    async (hasKinds) => {
      const db = open()
      for (const [n, row] of rows.entries()) db.run(insert, [n, ...names.map(toStored(row))])
      const found = db.all(`select ${columns} from docs order by n`, [])
      const decoded = found.map(rowDecoder(hasKinds ? attributes : arrays, driver))
      const select = (where: string, values: readonly unknown[]) =>
        db
          .all(`select n from docs where ${where} order by n`, values)
          .map((row) => Number((row as { n: bigint }).n))
      for (const each of cases)
        await expectAgreement(each, { dialect: 'sqlite', hasKinds, rows: decoded, select })
    },
  )
})
