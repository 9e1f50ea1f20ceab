import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { rowDecoder } from '../../../src/rows/index.ts'
import * as related from '../related-rows.ts'
import { allButBooleans, arrays, attributes, tables } from '../sql-agreement.ts'
import { columns, fillMysql, fillPostgres, fillSqlite } from '../sql-tables.ts'
import { DATABASE, type Target } from './opened.ts'

const [texts = []] = fc.sample(tables, { numRuns: 1, seed: 5 })

type Rows = readonly object[]
/** The rows of `docs` as the engine receives them, if the policy declares kinds, and if it does not. */
export interface Filled {
  readonly withKinds: Rows
  readonly withoutKinds: Rows
}
type Run = (sql: string, values: readonly unknown[]) => unknown

const { teams, users, articles, comments } = related
const toColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Fills the tables with related rows, whose values are all numbers, texts and nulls. */
async function fillRelated(run: Run, placeholder: (i: number) => string) {
  for (const sql of related.ddl.split(';').filter((each) => each.trim())) await run(sql, [])
  for (const [table, rows] of Object.entries({ teams, users, articles, comments }))
    for (const row of rows) {
      const places = Object.keys(row).map((_, i) => placeholder(i + 1))
      const names = Object.keys(row).map(toColumn)
      await run(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(row))
    }
}

const all = `select ${columns} from docs order by n`

async function fillServer(url: string): Promise<Filled> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const [text, values] of fillPostgres(texts)) await client.query(text, values)
  await fillRelated(
    (sql, values) => client.query(sql, [...values]),
    (i) => `$${i}`,
  )
  const { rows } = await client.query<object>(all)
  await client.end()
  const decoded = rows.map(rowDecoder(attributes, 'node-postgres'))
  return { withKinds: decoded, withoutKinds: decoded }
}

async function fillMariaDb(socketPath: string): Promise<Filled> {
  const options = { user: 'root', supportBigNumbers: true, timezone: 'Z', charset: 'utf8mb4', socketPath }
  const db = await createConnection(options)
  await db.query(`create database ${DATABASE} character set utf8mb4`)
  await db.query(`use ${DATABASE}`)
  for (const [text, values] of fillMysql(texts)) await db.query(text, values)
  await fillRelated(
    (sql, values) => db.query(sql, [...values]),
    () => '?',
  )
  const [found] = (await db.query('select * from docs order by n')) as unknown as [Rows]
  await db.end()
  const decode = (known: object) => found.map(rowDecoder<object>(known as never, 'mysql2'))
  return { withKinds: decode(attributes), withoutKinds: decode(allButBooleans) }
}

async function fillFile(file: string): Promise<Filled> {
  const db = new DatabaseSync(file)
  const run: Run = (sql, values) => db.prepare(sql).run(...(values as SQLInputValue[]))
  for (const [text, values] of fillSqlite(texts)) run(text, values)
  await fillRelated(run, () => '?')
  const statement = db.prepare(all)
  statement.setReadBigInts(true)
  const found = statement.all()
  db.close()
  const decode = (known: object) => found.map(rowDecoder<object>(known as never, 'node:sqlite'))
  return { withKinds: decode(attributes), withoutKinds: decode(arrays) }
}

/** Creates the tables in an empty database, without a query builder. */
export const fill = (target: Target): Promise<Filled> => {
  if (target.dialect === 'postgresql') return fillServer(target.url)
  return target.dialect === 'mysql' ? fillMariaDb(target.socketPath) : fillFile(target.file)
}
