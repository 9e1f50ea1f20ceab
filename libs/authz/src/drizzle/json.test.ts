import { createClient } from '@libsql/client'
import { asc, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/libsql'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePg } from 'drizzle-orm/pglite'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { InvalidPolicy, type Condition, definePolicy, where } from '../index.ts'
import { expectJsonAgreement, jsonRows } from '../../tests/support/json-laws.ts'
import { openPglite } from '../../tests/support/pglite.ts'
import { checkDrizzle, toDrizzle } from './index.ts'

const numRuns = countRuns({ short: 600, long: 20_000 })
const typed = jsonRows.map((row, n) => ({ n, ...row }))

describe('toDrizzle of conditions on columns with JSON', () => {
  it('chooses the rows that the engine chooses in SQLite', async () => {
    const docs = sqlite.sqliteTable('docs', {
      n: sqlite.integer(),
      meta: sqlite.text({ mode: 'json' }),
      items: sqlite.text({ mode: 'json' }),
    })
    const client = createClient({ url: ':memory:' })
    await client.executeMultiple('create table docs (n integer, meta text, items text)')
    const db = drizzleSqlite({ client })
    await db.insert(docs).values(typed)
    const found = await db.select().from(docs).orderBy(asc(docs.n))
    await expectJsonAgreement(numRuns, found, async (condition) => {
      const query = db.select({ n: docs.n }).from(docs)
      const chosen = await query.where(toDrizzle(condition, docs, { sql })).orderBy(asc(docs.n))
      return chosen.map(({ n }) => n)
    })
    client.close()
  })

  it('chooses the rows that the engine chooses in PostgreSQL', { timeout: 120_000 }, async () => {
    const docs = pg.pgTable('docs', { n: pg.integer(), meta: pg.jsonb(), items: pg.jsonb() })
    const client = await openPglite()
    await client.exec('create table docs (n int, meta jsonb, items jsonb)')
    const db = drizzlePg({ client })
    await db.insert(docs).values(typed)
    // Not the rows that Drizzle returns: it parses a text in a column once more, and reads "null" as null.
    await expectJsonAgreement(numRuns, typed, async (condition) => {
      const query = db.select({ n: docs.n }).from(docs)
      const chosen = await query.where(toDrizzle(condition, docs, { sql })).orderBy(asc(docs.n))
      return chosen.map(({ n }) => n)
    })
    await client.close()
  })

  it('reads the JSON of a related row, and compares values of any type', () => {
    const users = pg.pgTable('users', { id: pg.integer(), profile: pg.jsonb() })
    const articles = pg.pgTable('articles', { ownerId: pg.integer(), tags: pg.jsonb(), meta: pg.jsonb() })
    const relations = { owner: { table: users, on: { ownerId: 'id' } } }
    const article = where<{ owner: { profile: { plan: string } }; tags: string[]; meta: object }>()
    const write = (condition: Condition) =>
      new pg.PgDialect().sqlToQuery(toDrizzle(condition, articles, { sql, relations })).sql
    expect(write(article.owner.profile.plan.eq('pro'))).toContain('"related_1"."profile"')
    expect(write(article.tags.contains('a'))).toContain('jsonb_array_elements')
    expect(write(article.meta.isNull())).toContain('coalesce("articles"."meta"')
  })

  it('refuses times, which JSON lacks, and columns of other types', () => {
    const docs = pg.pgTable('docs', { meta: pg.jsonb(), text: pg.json() })
    const doc = where<{ meta: { at: Date }; text: { a: string } }>({ meta: { at: 'timestamp' } })
    const policy = definePolicy()({
      resources: { docs: ['read'] },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('docs:read', () => doc.meta.at.lt(new Date(0)))
            b.allow('docs:read', () => doc.text.a.eq('a'))
          },
        },
      },
    })
    expect(() => checkDrizzle(policy, { docs: { table: docs } })).toThrow(
      new InvalidPolicy([
        {
          path: 'roles.USER.rules[0]',
          message: 'tables.docs.meta.at: JSON has no times, and the kind is timestamp',
        },
        { path: 'roles.USER.rules[1]', message: 'tables.docs.text: the relations lack this name' },
      ]),
    )
  })
})
