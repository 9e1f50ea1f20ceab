import { Client } from 'pg'
import { type Types, fillPostgres } from '../sql-tables.ts'
import { toTyped } from '../typed-rows.ts'
import { texts, treesOf } from './cases.ts'
import type { Database } from './database.ts'
import { link, write } from './sql-databases.ts'

/** A session of PostgreSQL, whose columns ignore differences, or whose zone and dates are unusual. */
interface Session {
  readonly name: string
  readonly types: Types
  readonly zone: string
  readonly dates: string
}

const ARRAY = 'text[] collate ignoring'
const sessions: readonly Session[] = [
  {
    name: 'citext, in Tokyo',
    types: { text: 'citext', timestamp: 'timestamp', textArray: ARRAY },
    zone: 'Asia/Tokyo',
    dates: 'SQL, DMY',
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

async function openSession(url: string, { name, types, zone, dates }: Session): Promise<Database> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`${SET_UP}; set timezone = '${zone}'; set datestyle = '${dates}'`)
  await client.query('set search_path = pg_temp, public')
  for (const [text, values] of fillPostgres(texts, 'docs', types)) await client.query(text, values)
  await client.query(link('"').join(';'))
  const trees = treesOf(texts.map(toTyped))
  return {
    name: `PostgreSQL: ${name}`,
    rows: () => trees,
    select: async (printers, where) => {
      const { text, values } = write('postgresql', printers, where)
      const chosen = await client.query<{ n: number }>(`select n from docs where ${text} order by n`, [
        ...values,
      ])
      return chosen.rows.map(({ n }) => n)
    },
    close: () => client.end(),
  }
}

/** Sessions of an empty database of PostgreSQL, each with a table of its own. */
export async function openLoosePostgres(url: string): Promise<readonly Database[]> {
  const opened: Database[] = []
  for (const session of sessions) opened.push(await openSession(url, session))
  return opened
}
