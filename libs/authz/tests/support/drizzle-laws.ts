import { createClient } from '@libsql/client'
import { asc, getTableColumns, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, numeric, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { DrizzleRelations, toDrizzle } from '../../src/drizzle/index.ts'
import { expectRelatedAgreement } from './related-agreement.ts'
import * as related from './related-rows.ts'
import { asked, expectAgreement, tables } from './sql-agreement.ts'
import { toTyped } from './typed-rows.ts'

type ToDrizzle = typeof toDrizzle

const docs = sqliteTable('docs', {
  n: integer(),
  boolean: integer({ mode: 'boolean' }),
  integer: integer(),
  bigint: integer(),
  decimal: numeric({ mode: 'number' }),
  float: real(),
  text: text(),
  uuid: text(),
  timestamp: integer({ mode: 'timestamp_ms' }),
  date: integer({ mode: 'timestamp' }),
  textArray: text({ mode: 'json' }),
  integerArray: text({ mode: 'json' }),
  uuidArray: text({ mode: 'json' }),
})

/** Columns of each type of SQLite, and any values of a subject. */
export async function agreesOnColumns(print: ToDrizzle, numRuns: number, seed = 13) {
  const client = createClient({ url: ':memory:' })
  const columns = Object.values(getTableColumns(docs))
  await client.executeMultiple(
    `create table docs (${columns.map((each) => `"${each.name}" ${each.getSQLType()}`).join()})`,
  )
  const db = drizzle({ client })
  const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
  // Drizzle reads integers of SQLite as numbers.
  const typed = rows.map((row, n) => ({
    ...toTyped(row),
    n,
    bigint: row.bigint && Number(row.bigint.slice(0, 9)),
  }))
  await db.insert(docs).values(typed as never)
  const found = await db.select().from(docs).orderBy(asc(docs.n))
  expect(found).toEqual(typed)
  const select = async (where: Parameters<ToDrizzle>[0]) => {
    const query = db.select({ n: docs.n }).from(docs)
    const chosen = await query.where(print(where, docs, { sql })).orderBy(asc(docs.n))
    return chosen.map(({ n }) => Number(n))
  }
  for (const each of fc.sample(asked, { numRuns, seed }))
    await expectAgreement(each, { hasKinds: true, rows: found, select })
}

const teams = sqliteTable('teams', { id: integer(), name: text() })
const users = sqliteTable('users', { id: integer(), teamId: integer('team_id'), name: text() })
const articles = sqliteTable('articles', {
  id: integer(),
  level: integer(),
  title: text(),
  ownerId: integer('owner_id'),
})
const comments = sqliteTable('comments', {
  id: integer(),
  articleId: integer('article_id'),
  userId: integer('user_id'),
  level: integer(),
})

const team = { team: { table: teams, on: { teamId: 'id' }, to: 'one' } } as const
const relations: DrizzleRelations = {
  owner: { table: users, on: { ownerId: 'id' }, to: 'one', relations: team },
  comments: {
    table: comments,
    on: { id: 'articleId' },
    to: 'many',
    relations: { user: { table: users, on: { userId: 'id' }, to: 'one', relations: team } },
  },
}

/** Rows of other tables. */
export async function agreesOnRelations(print: ToDrizzle, numRuns: number, seed?: number) {
  const client = createClient({ url: ':memory:' })
  await client.executeMultiple(related.ddl)
  const db = drizzle({ client })
  for (const [table, rows] of [
    [teams, related.teams],
    [users, related.users],
    [articles, related.articles],
    [comments, related.comments],
  ] as const)
    await db.insert(table).values([...rows] as never)
  await expectRelatedAgreement(numRuns, related.articleTrees, {
    seed,
    select: async (filter) => {
      const query = db.select({ id: articles.id }).from(articles)
      const chosen = await query.where(print(filter, articles, { sql, relations })).orderBy(asc(articles.id))
      return chosen.map(({ id }) => Number(id))
    },
  })
}
