import { MikroORM, EntitySchema } from '@mikro-orm/postgresql'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { attrs, type Condition, not, where } from '../../src/index.ts'
import { rowDecoder } from '../../src/rows/index.ts'
import { toFragment, toSql } from '../../src/sql/index.ts'
import { asked, attributes, expectAgreement, tables } from '../support/sql-agreement.ts'
import { columns, fillPostgres } from '../support/sql-tables.ts'

const [sample = []] = fc.sample(tables, { numRuns: 1, seed: 6 })
// postgres.js does not distinguish null in an array of texts from the text NULL.
const rows = sample.map((row) => ({
  ...row,
  textArray: row.textArray?.includes('null') ? null : row.textArray,
}))
const cases = fc.sample(asked, { numRuns: 1000, seed: 10 })
const url = inject('postgresUrl')
const TABLE = 'authz_driver_docs'

interface Found {
  readonly n: number
}
interface Opened {
  readonly driver: 'node-postgres' | 'postgres.js'
  readonly select: (where: Condition) => Promise<readonly Found[]>
  readonly all: () => Promise<readonly object[]>
  readonly close: () => Promise<unknown>
}

let admin: Client
beforeAll(async () => {
  admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop table if exists ${TABLE}`)
  for (const [text, values] of fillPostgres(rows, TABLE)) await admin.query(text, values)
})
afterAll(async () => {
  await admin.query(`drop table ${TABLE}`)
  await admin.end()
})

const openPg = async (): Promise<Opened> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    driver: 'node-postgres',
    select: async (condition) => {
      const { text, values } = toSql(condition, { dialect: 'postgresql' })
      return (await client.query<Found>(`select n from ${TABLE} where ${text} order by n`, [...values])).rows
    },
    all: async () => (await client.query<object>(`select ${columns} from ${TABLE} order by n`)).rows,
    close: () => client.end(),
  }
}

const openPostgresJs = async (): Promise<Opened> => {
  const db = postgres(url, { max: 1 })
  return {
    driver: 'postgres.js',
    select: (condition) => {
      const { strings, values } = toFragment(condition)
      return db<Found[]>`select n from ${db(TABLE)} where ${db(strings, ...(values as string[]))} order by n`
    },
    all: () => db.unsafe(`select ${columns} from ${TABLE} order by n`),
    close: () => db.end(),
  }
}

const selectBy = (db: Kysely<unknown>) => async (condition: Condition) => {
  const { strings, values } = toFragment(condition)
  const query = sql<Found>`select n from ${sql.table(TABLE)} where ${sql(strings, ...values)} order by n`
  return (await query.execute(db)).rows
}
const allBy = (db: Kysely<unknown>) => async () =>
  (await sql<object>`select * from ${sql.table(TABLE)} order by n`.execute(db)).rows

const openKysely = async (): Promise<Opened> => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  })
  return { driver: 'node-postgres', select: selectBy(db), all: allBy(db), close: () => db.destroy() }
}

const openMikroOrm = async (): Promise<Opened> => {
  const entity = new EntitySchema<Found>({
    name: 'Doc',
    tableName: TABLE,
    properties: { n: { type: 'number', primary: true } },
  })
  const orm = await MikroORM.init({ clientUrl: url, entities: [entity], pool: { max: 1 } })
  const db = orm.em.getKysely() as Kysely<unknown>
  return { driver: 'node-postgres', select: selectBy(db), all: allBy(db), close: () => orm.close() }
}

describe.each([
  ['pg', openPg],
  ['postgres.js', openPostgresJs],
  ['Kysely', openKysely],
  ['MikroORM', openMikroOrm],
] as const)('%s', (_, open) => {
  let db: Opened
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db?.close())

  it.each([true, false])(
    'chooses the rows that the engine chooses, also with bad values (with kinds: %s)',
    async (hasKinds) => {
      const decoded = (await db.all()).map(rowDecoder(attributes, db.driver))
      const select = async (condition: Condition) => (await db.select(condition)).map(({ n }) => n)
      for (const each of cases) await expectAgreement(each, { hasKinds, rows: decoded, select })
    },
  )
})

it('uses the indexes of attributes with a kind', async () => {
  const kinds = {
    i: 'integer',
    b: 'bigint',
    d: 'decimal',
    t: 'text',
    u: 'uuid',
    s: 'timestamp',
    y: 'date',
    a: 'textArray',
  } as const
  await admin.query(
    `create temp table indexed (i int4, b int8, d numeric, t text, u uuid, s timestamptz, y date, a text[])`,
  )
  for (const name of ['i', 'b', 'd', 't', 'u', 's', 'y'])
    await admin.query(`create index on indexed ("${name}")`)
  await admin.query('create index on indexed using gin (a); set enable_seqscan = off')
  const x = where<{
    i: number
    b: bigint
    d: number
    t: string
    u: string
    s: Date
    y: Date
    a: readonly string[]
  }>(kinds)
  const key = '8d1e8a4e-7f8d-4b44-9e0a-1f2d3c4b5a69'
  const many = Array.from({ length: 60 }, (_, i) => i)
  for (const condition of [
    ...[
      x.i.eq(7),
      x.i.in(many),
      x.i.lt(1.5),
      x.b.eq(7n),
      x.d.eq(1.5),
      x.t.eq('a'),
      x.t.in(['a', 'b']),
      x.u.eq(key),
    ],
    ...[x.s.lte(new Date(0)), x.s.gt(new Date(0)), x.y.eq(new Date(0)), x.a.contains('a')],
  ]) {
    const { text, values } = toSql(condition, { dialect: 'postgresql' })
    const { rows: plan } = await admin.query(`explain select from indexed where ${text}`, [...values])
    expect(JSON.stringify(plan), text).toContain('Index Cond')
  }
  expect(attrs(kinds)).toEqual(kinds)
})

it('a collation that ignores differences changes nothing', async () => {
  await admin.query(
    `create collation pg_temp.ignoring (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
  )
  await admin.query(`create temp table words (word text collate pg_temp.ignoring)`)
  await admin.query(`insert into words values ('a'), ('A'), ('á')`)
  const { word } = where<{ word: string }>({ word: 'text' })
  for (const condition of [word.eq('a'), word.in(['a', 'b'])]) {
    const { text, values } = toSql(condition, { dialect: 'postgresql' })
    expect((await admin.query(`select word from words where ${text}`, [...values])).rows).toEqual([
      { word: 'a' },
    ])
  }
  const { text, values } = toSql(not(word.eq('a')), { dialect: 'postgresql' })
  expect((await admin.query(`select word from words where ${text}`, [...values])).rowCount).toBe(2)
})
