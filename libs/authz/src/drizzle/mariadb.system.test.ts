import { asc, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  datetime,
  decimal,
  double,
  int,
  json,
  mysqlTable,
  varchar,
} from 'drizzle-orm/mysql-core'
import { drizzle } from 'drizzle-orm/mysql2'
import fc from 'fast-check'
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type MariaDb, startMariaDb } from '../../../../tools/programs/mariadb.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { rowDecoder } from '../rows/index.ts'
import { expectJsonAgreement, jsonRows, withoutLargest } from '../../tests/support/json-laws.ts'
import { expectRelatedAgreement } from '../../tests/support/related-agreement.ts'
import * as related from '../../tests/support/related-rows.ts'
import { asked, attributes, expectAgreement, tables } from '../../tests/support/sql-agreement.ts'
import { fillMysql } from '../../tests/support/sql-tables.ts'
import { type DrizzleRelations, toDrizzle } from './index.ts'

requirePrograms('MariaDB')

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 7 })

let server: MariaDb
let db: Connection
beforeAll(async () => {
  server = await startMariaDb()
  const options = { user: 'root', supportBigNumbers: true, charset: 'utf8mb4', socketPath: server.socketPath }
  const filling = await createConnection({ ...options, timezone: 'Z' })
  await filling.query('create database docs character set utf8mb4')
  await filling.query('use docs')
  for (const [text, values] of fillMysql(rows)) await filling.query(text, values)
  await filling.end()
  // Drizzle reads and writes times in UTC, whatever the zone of the connection is.
  db = await createConnection({ ...options, timezone: '+05:00', database: 'docs' })
})
afterAll(async () => {
  await db?.end()
  await server?.stop()
})

it('chooses the rows that the engine chooses in MariaDB, also with bad values', async () => {
  const text = (name: string) => varchar(name, { length: 100 })
  const docs = mysqlTable('docs', {
    n: int(),
    boolean: boolean(),
    integer: int(),
    bigint: bigint({ mode: 'bigint' }),
    decimal: decimal({ mode: 'number' }),
    float: double(),
    text: text('text'),
    uuid: text('uuid'),
    timestamp: datetime({ fsp: 3 }),
    date: date(),
    textArray: json(),
    integerArray: json(),
    uuidArray: json(),
  })
  const found = await drizzle({ client: db }).select().from(docs).orderBy(asc(docs.n))
  expect(found[0]?.timestamp ?? new Date()).toBeInstanceOf(Date)
  const decoded = found.map(rowDecoder<object>(attributes as never, 'mysql2'))
  const select = async (where: Parameters<typeof toDrizzle>[0]) => {
    const chosen = await drizzle({ client: db })
      .select({ n: docs.n })
      .from(docs)
      .where(toDrizzle(where, docs, { sql }))
      .orderBy(asc(docs.n))
    return chosen.map(({ n }) => Number(n))
  }
  for (const each of fc.sample(asked, { numRuns: countRuns({ short: 1000, long: 10_000 }), seed: 31 }))
    await expectAgreement(each, { hasKinds: true, rows: decoded, select })
})

it('chooses the rows that the engine chooses by related rows in MariaDB', async () => {
  for (const statement of related.ddl.split(';').filter((each) => each.trim()))
    await db.query(statement.replaceAll('text', 'varchar(50)'))
  const teams = mysqlTable('teams', { id: int(), name: varchar({ length: 50 }) })
  const users = mysqlTable('users', { id: int(), teamId: int('team_id'), name: varchar({ length: 50 }) })
  const articles = mysqlTable('articles', {
    id: int(),
    level: int(),
    title: varchar({ length: 50 }),
    ownerId: int('owner_id'),
  })
  const comments = mysqlTable('comments', {
    id: int(),
    articleId: int('article_id'),
    userId: int('user_id'),
    level: int(),
  })
  const client = drizzle({ client: db })
  await client.insert(teams).values([...related.teams])
  await client.insert(users).values([...related.users])
  await client.insert(articles).values([...related.articles])
  await client.insert(comments).values([...related.comments])
  const team = { team: { table: teams, on: { teamId: 'id' }, to: 'one' } } as const
  const user = { user: { table: users, on: { userId: 'id' }, to: 'one', relations: team } } as const
  const relations: DrizzleRelations = {
    owner: { table: users, on: { ownerId: 'id' }, to: 'one', relations: team },
    comments: { table: comments, on: { id: 'articleId' }, to: 'many', relations: user },
  }
  await expectRelatedAgreement(countRuns({ short: 500, long: 10_000 }), related.articleTrees, {
    select: async (filter) => {
      const found = await client
        .select({ id: articles.id })
        .from(articles)
        .where(toDrizzle(filter, articles, { sql, relations }))
        .orderBy(asc(articles.id))
      return found.map(({ id }) => Number(id))
    },
  })
})

it('chooses the rows that the engine chooses by the JSON of a column in MariaDB', async () => {
  const docs = mysqlTable('json_docs', { n: int(), meta: json(), items: json() })
  await db.query('create table json_docs (n int, meta json, items json)')
  const client = drizzle({ client: db })
  const smaller = (value: unknown) => JSON.parse(withoutLargest(JSON.stringify(value)))
  const typed = jsonRows.map(({ meta, items }, n) => ({ n, meta: smaller(meta), items: smaller(items) }))
  await client.insert(docs).values(typed)
  await expectJsonAgreement(countRuns({ short: 600, long: 20_000 }), typed, async (condition) => {
    const query = client.select({ n: docs.n }).from(docs)
    const chosen = await query.where(toDrizzle(condition, docs, { sql })).orderBy(asc(docs.n))
    return chosen.map(({ n }) => n)
  })
})
