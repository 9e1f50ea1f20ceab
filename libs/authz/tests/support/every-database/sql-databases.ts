import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { asc, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import type { Connection } from 'mysql2/promise'
import type { MariaDb } from '../../../../../tools/programs/mariadb.ts'
import type { DrizzleRelations } from '../../../src/drizzle/index.ts'
import { rowDecoder } from '../../../src/rows/index.ts'
import type { Dialect, Relations } from '../../../src/sql/index.ts'
import { allButBooleans, arrays, attributes } from '../sql-agreement.ts'
import { columns, fillMysql, fillPostgres, fillSqlite } from '../sql-tables.ts'
import { parents, texts, treesOf } from './cases.ts'
import { openPglite } from '../pglite.ts'
import type { Database, Printers } from './database.ts'

const relations: Record<string, Relations[string]> = {}
relations['parent'] = { table: 'docs', on: { parentN: 'n' }, to: 'one', relations }
relations['children'] = { table: 'docs', on: { n: 'parentN' }, to: 'many', relations }

export const write = (dialect: Dialect, { toSql }: Printers, where: Parameters<Printers['toSql']>[0]) =>
  toSql(where, { dialect, relations, table: 'docs' })

/** The statements that add the number of its parent to each row. */
export const link = (quote: string): readonly string[] => [
  `alter table docs add column ${quote}parentN${quote} int`,
  ...parents.map((parent, n) => `update docs set ${quote}parentN${quote} = ${parent} where n = ${n}`),
]

export async function openPostgres(): Promise<readonly Database[]> {
  const client = await openPglite()
  for (const [text, values] of fillPostgres(texts)) await client.query(text, values)
  await client.exec(link('"').join(';'))
  const found = (await client.query<object>(`select ${columns} from docs order by n`)).rows
  const trees = treesOf(found.map(rowDecoder(attributes, 'node-postgres')))
  const select: Database['select'] = async (printers, where) => {
    const { text, values } = write('postgresql', printers, where)
    const chosen = await client.query<{ n: number }>(`select n from docs where ${text} order by n`, [
      ...values,
    ])
    return chosen.rows.map(({ n }) => n)
  }
  const database = { name: 'PostgreSQL', rows: () => trees, select, close: () => client.close() }
  return [database, await openDrizzle(client)]
}

/** The columns of the table in Drizzle. */
export const docColumns = {
  n: pg.integer(),
  parentN: pg.integer(),
  boolean: pg.boolean(),
  integer: pg.integer(),
  bigint: pg.bigint({ mode: 'bigint' }),
  decimal: pg.numeric({ mode: 'number' }),
  float: pg.doublePrecision(),
  text: pg.text(),
  uuid: pg.uuid(),
  timestamp: pg.timestamp({ withTimezone: true }),
  date: pg.date({ mode: 'date' }),
  textArray: pg.text().array(),
  integerArray: pg.integer().array(),
  uuidArray: pg.uuid().array(),
}
const docs = pg.pgTable('docs', docColumns)

/** The parent row and the child rows of a table. */
export function relateInDrizzle(table: object): DrizzleRelations {
  const related: Record<string, DrizzleRelations[string]> = {}
  related['parent'] = { table, on: { parentN: 'n' }, to: 'one', relations: related }
  related['children'] = { table, on: { n: 'parentN' }, to: 'many', relations: related }
  return related
}
const drizzleRelations = relateInDrizzle(docs)

async function openDrizzle(client: PGlite): Promise<Database> {
  const db = drizzle({ client })
  const trees = treesOf(await db.select().from(docs).orderBy(asc(docs.n)))
  const select: Database['select'] = async ({ toDrizzle }, where) => {
    const condition = toDrizzle(where, docs, { sql, relations: drizzleRelations })
    const chosen = await db.select({ n: docs.n }).from(docs).where(condition).orderBy(asc(docs.n))
    return chosen.map(({ n }) => Number(n))
  }
  return { name: 'Drizzle', rows: () => trees, select, close: () => {} }
}

export function openSqlite(): Database {
  const db = new DatabaseSync(':memory:')
  for (const [text, values] of fillSqlite(texts)) db.prepare(text).run(...(values as null[]))
  db.exec(link('"').join(';'))
  const all = (text: string, values: readonly unknown[]) => {
    const statement = db.prepare(text)
    statement.setReadBigInts(true)
    return statement.all(...(values as null[]))
  }
  const found = all(`select ${columns} from docs order by n`, [])
  const [typed, untyped] = [attributes, arrays].map((known) =>
    treesOf(found.map(rowDecoder<unknown>(known, 'node:sqlite')) as object[]),
  )
  return {
    name: 'SQLite',
    rows: (hasKinds) => (hasKinds ? typed : untyped) ?? [],
    select: (printers, where) => {
      const { text, values } = write('sqlite', printers, where)
      return all(`select n from docs where ${text} order by n`, values).map(({ n }) => Number(n))
    },
    close: () => db.close(),
  }
}

export const mariaDbOptions = ({ socketPath }: MariaDb) =>
  ({ user: 'root', supportBigNumbers: true, timezone: 'Z', charset: 'utf8mb4', socketPath }) as const

export async function openMariaDb(db: Connection): Promise<Database> {
  await db.query('create database tree')
  await db.query('use tree')
  for (const [text, values] of fillMysql(texts)) await db.query(text, values)
  for (const text of link('`')) await db.query(text)
  const [found] = (await db.query('select * from docs order by n')) as unknown as [readonly object[]]
  const [typed, untyped] = [attributes, allButBooleans].map((known) =>
    treesOf(found.map(rowDecoder<unknown>(known, 'mysql2')) as object[]),
  )
  return {
    name: 'MariaDB',
    rows: (hasKinds) => (hasKinds ? typed : untyped) ?? [],
    select: async (printers, where) => {
      const { text, values } = write('mysql', printers, where)
      const [chosen] = await db.query(`select n from docs where ${text} order by n`, [...values])
      return (chosen as { n: number }[]).map(({ n }) => n)
    },
    close: () => db.end(),
  }
}
