import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type Condition, InvalidPolicy, definePolicy, matcher, not, where } from '../index.ts'
import { around, nested } from '../../tests/support/related-rows.ts'
import { openPglite } from '../../tests/support/pglite.ts'
import { type Relations, checkRelations, toSql } from './index.ts'

const users = [
  { id: 1, team_id: 1, name: 'a' },
  { id: 2, team_id: 2, name: null },
  { id: 3, team_id: null, name: 'A' },
]
const tags = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
  { id: 3, name: null },
]
const articles = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  owner_id: [1, 2, 3, null][id % 4] ?? null,
  level: id % 3 || null,
}))
const comments = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({
  id,
  article_id: [1, 2, 2, 3, 4, 4, 4, 5][id - 1] as number,
  user_id: [1, 2, 3, null][id % 4] ?? null,
  level: id % 3 || null,
}))
const taggings = [1, 2, 3, 4, 5].map((n) => ({ article_id: n, tag_id: (n % 3) + 1 }))

const find = (id: number | null) => {
  const user = users.find((each) => each.id === id)
  return user ? { teamId: user.team_id, name: user.name } : null
}
const rows = articles.map(({ id, owner_id, level }) => ({
  id,
  level,
  owner: find(owner_id),
  comments: comments
    .filter((each) => each.article_id === id)
    .map((each) => ({ level: each.level, user: find(each.user_id) })),
  tags: taggings.flatMap(({ article_id, tag_id }) =>
    article_id === id ? [{ name: tags[tag_id - 1]?.name ?? null }] : [],
  ),
}))

const user = { table: 'users', columns: { teamId: 'team_id' } }
const relations: Relations = {
  owner: { ...user, on: { owner_id: 'id' }, to: 'one' },
  comments: {
    table: 'comments',
    on: { id: 'article_id' },
    to: 'many',
    relations: { user: { ...user, on: { user_id: 'id' }, to: 'one' } },
  },
  tags: {
    table: 'tags',
    on: { tag_id: 'id' },
    to: 'many',
    through: { table: 'taggings', on: { id: 'article_id' } },
  },
}

const number = (attribute: string): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom('eq', 'lt', 'gte'), fc.integer({ min: 0, max: 3 }))
    .map(([op, value]) => ({ op, attribute, value }) as Condition)
const text: fc.Arbitrary<Condition> = fc
  .constantFrom('a', 'A', 'b')
  .map((value) => ({ op: 'eq', attribute: 'name', value }))
const isNull = (attribute: string): fc.Arbitrary<Condition> => fc.constant({ op: 'isNull', attribute })

const ofUser = around(fc.oneof(number('teamId'), isNull('teamId'), text, isNull('name')))
const ofComment = around(fc.oneof(number('level'), isNull('user'), nested('is', 'user', ofUser)))
const ofTag = around(fc.oneof(text, isNull('name')))
const conditions = around(
  around(
    fc.oneof(
      number('level'),
      fc.oneof(isNull('owner'), isNull('comments'), isNull('tags')),
      nested('is', 'owner', ofUser),
      nested('some', 'comments', ofComment),
      nested('some', 'tags', ofTag),
    ),
  ),
)
const cases = fc.sample(conditions, { numRuns: countRuns({ short: 1500, long: 20_000 }), seed: 7 })

const tables = { users, tags, articles, comments, taggings }
const ddl = `create table users (id int, team_id int, name text); create table tags (id int, name text);
  create table articles (id int, owner_id int, level int);
  create table comments (id int, article_id int, user_id int, level int); create table taggings (article_id int, tag_id int);`
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
const inserts = Object.entries(tables)
  .flatMap(([name, all]) =>
    all.map((row: object) => `insert into ${name} values (${Object.values(row).map(literal).join()});`),
  )
  .join('\n')

const expectAgreement = async (select: (where: Condition) => unknown) => {
  for (const condition of cases) {
    const test = matcher({ kind: 'when', where: condition })
    const expected = rows.filter(test).map(({ id }) => id)
    expect(await select(condition), JSON.stringify(condition)).toEqual(expected)
  }
}

describe('toSql of conditions on related rows', () => {
  it('chooses the rows that the engine chooses, in SQLite', async () => {
    const db = new DatabaseSync(':memory:')
    db.exec(ddl + inserts)
    await expectAgreement((condition) => {
      const { text: sql, values } = toSql(condition, { dialect: 'sqlite', relations, table: 'articles' })
      return db
        .prepare(`select id from articles where ${sql} order by id`)
        .all(...(values as never[]))
        .map(({ id }) => id)
    })
    db.close()
  })

  describe('in PostgreSQL', () => {
    let db: PGlite
    beforeAll(async () => {
      db = await openPglite()
      await db.exec(ddl + inserts)
    })
    afterAll(() => db.close())

    it('chooses the rows that the engine chooses', { timeout: 120_000 }, () =>
      expectAgreement(async (condition) => {
        const { text: sql, values } = toSql(condition, { dialect: 'postgresql', relations, table: 'x' })
        const found = await db.query<{ id: number }>(`select id from articles x where ${sql} order by id`, [
          ...values,
        ])
        return found.rows.map(({ id }) => id)
      }),
    )
  })

  it('is exists, and not exists with "is not true" for the negation', () => {
    const a = where<{ owner: { teamId: number } }>({ owner: { teamId: 'integer' } })
    const options = { dialect: 'postgresql', relations, table: 'articles' } as const
    expect(toSql(a.owner.teamId.eq(3), options).text).toBe(
      'exists (select 1 from "users" related_1 where related_1."id" = "articles"."owner_id" and related_1."team_id" = $1::int8)',
    )
    expect(toSql(a.owner.teamId.ne(3), options).text).toBe(
      'exists (select 1 from "users" related_1 where related_1."id" = "articles"."owner_id" and (related_1."team_id" <> $1::int8 or related_1."team_id" is null))',
    )
    expect(toSql(not(a.owner.teamId.eq(3)), options).text).toBe(
      'not exists (select 1 from "users" related_1 where related_1."id" = "articles"."owner_id" and ((related_1."team_id" <> $1::int8 or related_1."team_id" is null)) is not true)',
    )
  })

  it('refuses a relation that the mapping lacks, and a row without the name of its table', () => {
    const a = where<{ editor: { id: number } }>()
    expect(() => toSql(a.editor.id.eq(3), { dialect: 'sqlite' })).toThrow(
      'The relations of toSql lack "editor"',
    )
    expect(() => toSql(a.editor.id.eq(3), { dialect: 'sqlite', relations })).toThrow('add the option "table"')
  })

  it('refuses to compare a relation itself, and isNull if it does not know whether it is a list', () => {
    const a = where<{ owner: { id: number } }>()
    const options = { dialect: 'sqlite', relations, table: 'articles' } as const
    const equal = { op: 'eq', attribute: 'owner', value: 1 } as const
    expect(() => toSql(equal, options)).toThrow('"owner" is a relation, not a column')
    const owner = { ...user, on: { owner_id: 'id' } }
    expect(() => toSql(a.owner.isNull(), { ...options, relations: { owner } })).toThrow(
      "say whether it is a list (to: 'one' or 'many')",
    )
  })

  it('checks a mapping when the policy is made, and names all problems', () => {
    const policy = definePolicy()({
      resources: { articles: ['read'], notes: ['read'] },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', () => where<{ owner: { boss: { id: number } } }>().owner.boss.id.eq(1))
            b.deny('*', () => where<{ members: { id: number }[] }>().members.none((m) => m.id.eq(1)))
            b.deny('articles:read', () => where<{ owner: { id: number } }>().owner.isNull())
          },
        },
      },
    })
    const articles = { ...relations, owner: { ...user, on: { owner_id: 'id' } } }
    expect(() => checkRelations(policy, { articles, pages: {} })).toThrow(InvalidPolicy)
    expect(() => checkRelations(policy, { articles, pages: {} })).toThrow(
      expect.objectContaining({
        problems: [
          { path: 'relations.pages', message: 'unknown resource "pages"' },
          {
            path: 'roles.USER.rules[0]',
            message: 'relations.articles.owner.boss: the relations lack this name',
          },
          {
            path: 'roles.USER.rules[1]',
            message: 'relations.articles.members: the relations lack this name',
          },
          { path: 'roles.USER.rules[1]', message: 'relations.notes.members: the relations lack this name' },
          {
            path: 'roles.USER.rules[2]',
            message: expect.stringMatching(/^relations.articles.owner: is a relation, not a column/),
          },
        ],
      }),
    )
  })
})
