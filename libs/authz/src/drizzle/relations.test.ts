import { PGlite } from '@electric-sql/pglite'
import Sqlite from 'better-sqlite3'
import { asc, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { type Condition, InvalidPolicy, definePolicy, where } from '../index.ts'
import { asksForNullRelation, expectRelatedAgreement } from '../testing/related-agreement.ts'
import * as rows from '../testing/related-rows.ts'
import { type DrizzleRelation, type DrizzleRelations, checkDrizzle, toDrizzle } from './index.ts'

const ddl = `create table teams (id int, name text); create table users (id int, team_id int, name text);
  create table articles (id int, level int, title text, owner_id int);
  create table comments (id int, article_id int, user_id int, level int);`

/** A relation is no column. */
const isPrintable = (condition: Condition) => !asksForNullRelation(condition)

const relate = (users: object, teams: object, comments: object): DrizzleRelations => {
  const relations = { team: { table: teams, on: { teamId: 'id' } } }
  return {
    owner: { table: users, on: { ownerId: 'id' }, relations },
    comments: {
      table: comments,
      on: { id: 'articleId' },
      relations: { user: { table: users, on: { userId: 'id' }, relations } },
    },
  }
}

describe('toDrizzle of conditions on related rows', () => {
  it('chooses the rows that the engine chooses in SQLite', async () => {
    const { integer: int, text, sqliteTable: table } = sqlite
    const teams = table('teams', { id: int(), name: text() })
    const users = table('users', { id: int(), teamId: int('team_id'), name: text() })
    const articles = table('articles', { id: int(), level: int(), title: text(), ownerId: int('owner_id') })
    const comments = table('comments', {
      id: int(),
      articleId: int('article_id'),
      userId: int('user_id'),
      level: int(),
    })
    const client = new Sqlite(':memory:')
    client.exec(ddl)
    const db = drizzleSqlite({ client })
    db.insert(teams)
      .values([...rows.teams])
      .run()
    db.insert(users)
      .values([...rows.users])
      .run()
    db.insert(articles)
      .values([...rows.articles])
      .run()
    db.insert(comments)
      .values([...rows.comments])
      .run()
    const relations = relate(users, teams, comments)
    await expectRelatedAgreement(
      countRuns({ short: 2000, long: 50_000 }),
      (condition) =>
        db
          .select({ id: articles.id })
          .from(articles)
          .where(toDrizzle(condition, articles, { sql, relations }))
          .orderBy(asc(articles.id))
          .all()
          .map(({ id }) => Number(id)),
      isPrintable,
    )
  })

  it('chooses the rows that the engine chooses in PostgreSQL, where Drizzle names columns by its casing', async () => {
    const { integer: int, text, pgTable: table } = pg
    const teams = table('teams', { id: int(), name: text() })
    const users = table('users', { id: int(), teamId: int(), name: text() })
    const articles = table('articles', { id: int(), level: int(), title: text(), ownerId: int() })
    const comments = table('comments', { id: int(), articleId: int(), userId: int(), level: int() })
    const client = await PGlite.create()
    await client.exec(ddl)
    const db = drizzlePglite({ client, casing: 'snake_case' })
    await db.insert(teams).values([...rows.teams])
    await db.insert(users).values([...rows.users])
    await db.insert(articles).values([...rows.articles])
    await db.insert(comments).values([...rows.comments])
    const relations = relate(users, teams, comments)
    await expectRelatedAgreement(
      countRuns({ short: 300, long: 10_000 }),
      async (condition) => {
        const found = await db
          .select({ id: articles.id })
          .from(articles)
          .where(toDrizzle(condition, articles, { sql, relations }))
          .orderBy(asc(articles.id))
        return found.map(({ id }) => Number(id))
      },
      isPrintable,
    )
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
        'where between_1.article_id = articles.id and (related_1.state::text = $1::text and related_1.state::text collate C = $2::text))',
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
        { path: 'roles.USER.rules[0]', message: 'owner.size: no comparison with PgReal is exact' },
        { path: 'roles.USER.rules[1]', message: 'owner.boss: the relations lack this name' },
        { path: 'roles.USER.rules[2]', message: 'title: the table has no such column' },
        {
          path: 'roles.USER.rules[3]',
          message: 'owner: a relation is no column; compare the column of its key',
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
