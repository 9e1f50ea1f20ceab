import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from 'mysql2/promise'
import type { Client } from 'pg'
import { type Condition, attrs } from '../../src/index.ts'
import { type Driver, rowDecoder } from '../../src/rows/index.ts'
import type { Dialect, Relations } from '../../src/sql/index.ts'
import { type ExactTexts, type Storable, exactColumns, exactKinds } from './exact-values.ts'

type Print = (condition: Condition) => { readonly text: string; readonly values: readonly unknown[] }

/** A database with the rows. */
export interface ExactDatabase {
  readonly dialect: Dialect
  readonly driver: Driver
  readonly storable: Storable
  /** Fills the table, and returns the rows as the driver returns them, in the order of their numbers. */
  readonly fill: (rows: readonly ExactTexts[]) => Promise<readonly object[]>
  /** The numbers of the rows that a condition chooses. */
  readonly select: (text: string, values: readonly unknown[]) => Promise<readonly number[]>
}

export const exactRelations: Record<string, Relations[string]> = { meta: { json: 'meta' } }
exactRelations['parent'] = { table: 'exact', on: { parent: 'n' }, to: 'one', relations: exactRelations }
exactRelations['children'] = { table: 'exact', on: { n: 'parent' }, to: 'many', relations: exactRelations }

export type { Print }

const findParent = (n: number): number | null => (n === 0 ? null : Math.floor(n / 2))
const writeMeta = ({ json }: ExactTexts) => (json === null ? null : `{"number":${json}}`)

const columns = ['n', 'parent', 'meta', ...exactColumns]
const listValues = (row: ExactTexts, n: number): readonly unknown[] => [
  n,
  findParent(n),
  writeMeta(row),
  ...exactColumns.map((column) => row[column]),
]

/** The decoded rows, each with its parent row and its child rows. */
export function relateRows(found: readonly object[], texts: readonly ExactTexts[], driver: Driver) {
  const decode = rowDecoder<object>(attrs(exactKinds) as never, driver)
  const rows = found.map((row, n) => {
    const json = texts[n]?.json ?? null
    return { ...decode(row), meta: json === null ? null : { number: JSON.parse(json) as unknown } }
  })
  return rows.map((row, n) => ({
    ...row,
    parent: n === 0 ? null : rows[Math.floor(n / 2)],
    children: rows.filter((_, child) => findParent(child) === n),
  }))
}

export function openExactPostgres(client: Client): ExactDatabase {
  const types = [
    'int',
    'int',
    'jsonb',
    'numeric',
    'numeric',
    'int8',
    'float8',
    'timestamptz',
    'timestamp',
    'date',
  ]
  const places = columns.map((_, i) => `$${i + 1}::text::${types[i]}`)
  return {
    dialect: 'postgresql',
    driver: 'node-postgres',
    storable: {
      whole: 320,
      fraction: 400,
      oddDecimals: ['NaN', 'Infinity', '-Infinity', `1e-400`, '-1e-330', '1e400', '1e400'],
      oddFloats: ['NaN', 'Infinity', '-Infinity'],
      times: [
        ...[
          'infinity',
          '-infinity',
          '2026-01-02 00:00Z',
          '2026-01-02 10:20:30.125Z',
          '2026-01-02 10:20:30.125999Z',
        ],
        ...['1969-12-31 23:59:59.999Z', '1969-12-31 23:59:59.998001Z', '0044-03-15 00:00:00Z BC'],
        ...['4713-01-01 00:00:00Z BC', '20000-01-01 00:00:00Z', '275760-09-12 23:59:59.999999Z'],
        ...['275760-09-13 00:00:00Z', '275760-09-13 00:00:00.0009Z', '275760-09-13 00:00:00.001Z'],
        ...['275760-09-14 00:00:00Z', '294000-01-01 00:00:00Z'],
      ],
      dates: [
        ...[
          'infinity',
          '-infinity',
          '2026-01-02',
          '1969-12-31',
          '0044-03-15 BC',
          '20000-01-01',
          '275760-09-12',
        ],
        ...['275760-09-13', '275760-09-14', '5000000-01-01'],
      ],
    },
    async fill(rows) {
      await client.query(`drop table if exists exact;
        create temp table exact (${columns.map((name, i) => `"${name}" ${types[i]}`).join()})`)
      for (const [n, row] of rows.entries())
        await client.query(`insert into exact values (${places.join()})`, [...listValues(row, n)])
      const { rows: found } = await client.query<object>(
        `select *, "otherTime" at time zone 'UTC' as "otherTime" from exact order by n`,
      )
      return found
    },
    async select(text, values) {
      const { rows } = await client.query<{ n: number }>(`select n from exact where ${text} order by n`, [
        ...values,
      ])
      return rows.map(({ n }) => n)
    },
  }
}

/** A decimal of SQLite is a double, or an integer of 64 bits. */
const toNumber = (text: string): number | bigint => {
  const isInteger = /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
  return isInteger ? BigInt(text) : Number(text)
}

export function openExactSqlite(db: DatabaseSync): ExactDatabase {
  const types = [
    'integer',
    'integer',
    'text',
    'numeric',
    'numeric',
    'integer',
    'real',
    'text',
    'text',
    'text',
  ]
  const readAll = (text: string, values: readonly unknown[]) => {
    const statement = db.prepare(text)
    statement.setReadBigInts(true)
    return statement.all(...(values as null[]))
  }
  return {
    dialect: 'sqlite',
    driver: 'node:sqlite',
    storable: {
      whole: 320,
      fraction: 400,
      oddFloats: ['Infinity', '-Infinity'],
      times: [
        ...['2026-01-02T00:00:00.000Z', '2026-01-02T10:20:30.125Z', '1969-12-31T23:59:59.999Z', 'infinity'],
        ...[
          '9999-12-31T23:59:59.999Z',
          '+275760-09-13T00:00:00.000Z',
          '2026-01-02 00:00:00',
          '0044-03-15T00:00:00.000Z',
        ],
      ],
      dates: ['2026-01-02', '1969-12-31', '9999-12-31', 'infinity', '+275760-09-13', '0044-03-15'],
    },
    async fill(rows) {
      db.exec(
        `drop table if exists exact; create table exact (${columns.map((name, i) => `"${name}" ${types[i]}`).join()})`,
      )
      const insert = db.prepare(`insert into exact values (${columns.map(() => '?').join()})`)
      for (const [n, row] of rows.entries())
        insert.run(
          ...(listValues(row, n).map((value, i) =>
            typeof value === 'string' && /numeric|integer|real/.test(types[i] ?? '')
              ? toNumber(value)
              : value,
          ) as null[]),
        )
      return await Promise.resolve(readAll('select * from exact order by n', []) as object[])
    },
    select: (text, values) =>
      Promise.resolve(
        readAll(`select n from exact where ${text} order by n`, values).map(({ n }) => Number(n)),
      ),
  }
}

export function openExactMariaDb(db: Connection, method: 'query' | 'execute'): ExactDatabase {
  const types = [
    ...['int', 'int', 'json', 'decimal(65,30)', 'decimal(65,38)', 'bigint', 'double'],
    ...['datetime(3)', 'datetime(6)', 'date'],
  ]
  const run = async (text: string, values: readonly unknown[]) =>
    method === 'query' ? await db.query(text, [...values]) : await db.execute(text, [...values] as string[])
  return {
    dialect: 'mysql',
    driver: 'mysql2',
    storable: {
      whole: 27,
      fraction: 30,
      times: [
        ...['2026-01-02 00:00:00', '2026-01-02 10:20:30.125', '1969-12-31 23:59:59.999'],
        ...['1000-01-01 00:00:00', '9999-12-31 23:59:59.999'],
      ],
      dates: ['2026-01-02', '1969-12-31', '1000-01-01', '9999-12-31'],
    },
    async fill(rows) {
      await db.query('drop table if exists exact')
      await db.query(`create table exact (${columns.map((name, i) => `\`${name}\` ${types[i]}`).join()})`)
      for (const [n, row] of rows.entries())
        await db.query(`insert into exact values (${columns.map(() => '?').join()})`, [...listValues(row, n)])
      // With `query`, mysql2 reads some doubles inexactly.
      const [found] = await db.execute('select * from exact order by n')
      return found as object[]
    },
    async select(text, values) {
      const [found] = await run(`select n from exact where ${text} order by n`, values)
      return (found as { n: number }[]).map(({ n }) => n)
    },
  }
}
