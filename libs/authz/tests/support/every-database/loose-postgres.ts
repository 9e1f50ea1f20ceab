import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { type Types, fillPostgres } from '../sql-tables.ts'
import { toTyped } from '../typed-rows.ts'
import { texts, treesOf } from './cases.ts'
import type { Database } from './database.ts'
import { docColumns, link, relateInDrizzle, write } from './sql-databases.ts'

/** A session of PostgreSQL, whose columns ignore differences, or whose zone and dates are unusual. */
interface Session {
  readonly name: string
  readonly types: Types
  readonly zone: string
  readonly dates: string
  /** Whether the table of Drizzle has the same types. */
  readonly isKnownToDrizzle?: boolean
}

const ARRAY = 'text[] collate ignoring'
const sessions: readonly Session[] = [
  {
    name: 'citext, in Tokyo',
    types: { text: 'citext', timestamp: 'timestamp', textArray: ARRAY },
    zone: 'Asia/Tokyo',
    dates: 'SQL, DMY',
    isKnownToDrizzle: true,
  },
  {
    name: 'a nondeterministic collation, in New York',
    types: { text: 'text collate ignoring', textArray: ARRAY },
    zone: 'America/New_York',
    dates: 'German',
  },
  {
    name: 'varchar and times without a zone, in Kathmandu',
    types: { text: 'varchar(100) collate ignoring', timestamp: 'timestamp(3)', decimal: 'numeric' },
    zone: 'Asia/Kathmandu',
    dates: 'Postgres, MDY',
  },
]

const SET_UP = `create extension if not exists citext;
  create collation if not exists ignoring (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`

/** Drizzle has no kinds, and knows these types from the table. */
const looseDocs = pg.pgTable('docs', {
  ...docColumns,
  text: pg.customType<{ data: string }>({ dataType: () => 'citext' })(),
  timestamp: pg.timestamp(),
})

const selectByDrizzle = (client: Client): Database['select'] => {
  const db = drizzle({ client })
  const relations = relateInDrizzle(looseDocs)
  return async ({ toDrizzle }, where) => {
    const condition = toDrizzle(where, looseDocs, { sql, relations })
    const chosen = await db.select({ n: looseDocs.n }).from(looseDocs).where(condition).orderBy(looseDocs.n)
    return chosen.map(({ n }) => Number(n))
  }
}

const selectBySql =
  (client: Client): Database['select'] =>
  async (printers, where) => {
    const { text, values } = write('postgresql', printers, where)
    const sorted = `select n from docs where ${text} order by n`
    const { rows } = await client.query<{ n: number }>(sorted, [...values])
    return rows.map(({ n }) => n)
  }

async function openSession(url: string, session: Session): Promise<readonly Database[]> {
  const { name, types, zone, dates, isKnownToDrizzle = false } = session
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`${SET_UP}; set timezone = '${zone}'; set datestyle = '${dates}'`)
  await client.query('set search_path = pg_temp, public')
  for (const [text, values] of fillPostgres(texts, 'docs', types)) await client.query(text, values)
  await client.query(link('"').join(';'))
  const trees = treesOf(texts.map(toTyped))
  const rows = () => trees
  const close = () => client.end()
  const plain = { name: `PostgreSQL: ${name}`, rows, select: selectBySql(client), close }
  if (!isKnownToDrizzle) return [plain]
  return [plain, { name: `Drizzle: ${name}`, rows, select: selectByDrizzle(client), close: () => {} }]
}

/** Sessions of an empty database of PostgreSQL, each with a table of its own. */
export async function openLoosePostgres(url: string): Promise<readonly Database[]> {
  const opened: Database[] = []
  for (const session of sessions) opened.push(...(await openSession(url, session)))
  return opened
}
