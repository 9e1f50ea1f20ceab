import { asc, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type Filter, InvalidPolicy, definePolicy, where } from '../index.ts'
import { agreesOnRelations } from '../../tests/support/drizzle-laws.ts'
import { expectRelatedAgreement } from '../../tests/support/related-agreement.ts'
import * as related from '../../tests/support/related-rows.ts'
import { openPglite } from '../../tests/support/pglite.ts'
import { type DrizzleRelation, type DrizzleRelations, checkDrizzle, toDrizzle } from './index.ts'

describe('toDrizzle of conditions on related rows', () => {
  it('chooses the rows that the engine chooses in SQLite', () =>
    agreesOnRelations(toDrizzle, countRuns({ short: 2000, long: 50_000 })))

  it('chooses the rows that the engine chooses in PostgreSQL, where Drizzle names columns by its casing', async () => {
    const { integer: int, text, pgTable: table } = pg
    const teams = table('teams', { id: int(), name: text() })
    const users = table('users', { id: int(), teamId: int(), name: text() })
    const articles = table('articles', { id: int(), level: int(), title: text(), ownerId: int() })
    const comments = table('comments', { id: int(), articleId: int(), userId: int(), level: int() })
    const team = { team: { table: teams, on: { teamId: 'id' }, to: 'one' } } as const
    const user = { table: users, on: { userId: 'id' }, to: 'one', relations: team } as const
    const relations: DrizzleRelations = {
      owner: { table: users, on: { ownerId: 'id' }, to: 'one', relations: team },
      comments: { table: comments, on: { id: 'articleId' }, to: 'many', relations: { user } },
    }
    const client = await openPglite()
    await client.exec(related.ddl)
    const db = drizzle({ client, casing: 'snake_case' })
    await db.insert(teams).values([...related.teams])
    await db.insert(users).values([...related.users])
    await db.insert(articles).values([...related.articles])
    await db.insert(comments).values([...related.comments])
    const select = async (filter: Filter) => {
      const where = toDrizzle(filter, articles, { sql, relations })
      const found = await db.select({ id: articles.id }).from(articles).where(where).orderBy(asc(articles.id))
      return found.map(({ id }) => Number(id))
    }
    await expectRelatedAgreement(countRuns({ short: 300, long: 10_000 }), related.articleTrees, { select })
    await client.close()
  })

  it('goes over a table between the rows, and knows the types of related columns', () => {
    const articles = pg.pgTable('articles', { id: pg.integer() })
    const taggings = pg.pgTable('taggings', {
      articleId: pg.integer('article_id'),
      tagId: pg.integer('tag_id'),
    })
    const state = pg.pgEnum('state', ['OPEN'])
    const tags = pg.pgSchema('words').table('tags', { id: pg.integer(), state: state() })
    const relations: DrizzleRelations = {
      tags: { table: tags, on: { tagId: 'id' }, through: { table: taggings, on: { id: 'articleId' } } },
    }
    const condition = where<{ tags: readonly { state: string }[] }>().tags.some((tag) => tag.state.eq('OPEN'))
    const { sql: written } = new pg.PgDialect().sqlToQuery(toDrizzle(condition, articles, { sql, relations }))
    expect(written.replaceAll('"', '')).toBe(
      'exists (select 1 from taggings between_1 join words.tags related_1 on related_1.id = between_1.tag_id ' +
        'where between_1.article_id = articles.id and (related_1.state::text = $1 and related_1.state::text::text collate C = $2::text))',
    )
  })

  it('checks the relations and the rules of a policy, and names all problems', () => {
    const users = pg.pgTable('users', { id: pg.integer(), size: pg.real() })
    const articles = pg.pgTable('articles', { id: pg.integer(), ownerId: pg.integer() })
    const article = where<{ owner: { size: number; boss: { id: number } }; title: string }>()
    const policy = definePolicy()({
      resources: { articles: ['read'] },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', () => article.owner.size.eq(1))
            b.allow('articles:read', () => article.owner.boss.id.eq(1))
            b.deny('articles:read', () => article.title.eq('a'))
            b.deny('articles:read', () => article.owner.isNull())
          },
        },
      },
    })
    const owner = { table: users, on: { owner: 'id', ownerId: 'ident' } }
    const editors = { table: users, on: { userId: 'id' }, through: { table: {}, on: { id: 'articleId' } } }
    const tables = { articles: { table: articles, relations: { owner, editors } }, pages: { table: {} } }
    expect(() => checkDrizzle(policy, tables)).toThrow(
      new InvalidPolicy([
        { path: 'tables.articles', message: 'owner.on: the table has no column "owner"' },
        { path: 'tables.articles', message: 'owner.on: the table has no column "ident"' },
        { path: 'tables.articles', message: 'editors.on: the table has no column "articleId"' },
        { path: 'tables.articles', message: 'editors.on: the table has no column "userId"' },
        { path: 'tables.pages', message: 'unknown resource "pages"' },
        {
          path: 'roles.USER.rules[0]',
          message: 'tables.articles.owner.size: no comparison with PgReal is exact',
        },
        { path: 'roles.USER.rules[1]', message: 'tables.articles.owner.boss: the relations lack this name' },
        { path: 'roles.USER.rules[2]', message: 'tables.articles.title: the table has no such column' },
        {
          path: 'roles.USER.rules[3]',
          message:
            "tables.articles.owner: is a relation, not a column; for isNull, say whether it is a list (to: 'one' or 'many'), or compare the column of its key",
        },
      ]),
    )
  })

  it('accepts relations that contain themselves', () => {
    const users = pg.pgTable('users', { id: pg.integer(), bossId: pg.integer() })
    const relations: Record<string, DrizzleRelation> = {}
    relations['boss'] = { table: users, on: { bossId: 'id' }, relations }
    const condition = where<{ boss: { boss: { id: number } } }>().boss.boss.id.eq(1)
    const query = toDrizzle(condition, users, { sql, relations })
    expect(new pg.PgDialect().sqlToQuery(query).sql).toContain('"related_2"."id" = "related_1"."bossId"')
  })
})
