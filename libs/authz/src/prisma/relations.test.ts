import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { InvalidPolicy, definePolicy, where } from '../index.ts'
import { type OpenedPrisma, openPrismaSqlite } from '../testing/prisma.ts'
import { expectRelatedAgreement } from '../testing/related-agreement.ts'
import * as rows from '../testing/related-rows.ts'
import { checkPrisma, readPrismaSchema, toPrisma } from './index.ts'

const text = `
datasource db {
  provider = "sqlite"
}
model Team {
  id    Int     @id
  name  String?
  users User[]
}
model User {
  id       Int       @id
  teamId   Int?
  name     String?
  team     Team?     @relation(fields: [teamId], references: [id])
  articles Article[]
  comments Comment[]
}
model Article {
  id       Int       @id
  level    Int?
  title    String?
  ownerId  Int?
  owner    User?     @relation(fields: [ownerId], references: [id])
  comments Comment[]
}
model Comment {
  id        Int     @id
  articleId Int
  article   Article @relation(fields: [articleId], references: [id])
  userId    Int?
  user      User?   @relation(fields: [userId], references: [id])
  level     Int?
}
`
const ddl = `create table Team (id integer primary key, name text);
  create table User (id integer primary key, teamId int, name text);
  create table Article (id integer primary key, level int, title text, ownerId int);
  create table Comment (id integer primary key, articleId int, userId int, level int);`
const options = { schema: readPrismaSchema(text), model: 'Article' }

describe('toPrisma of conditions on related rows', () => {
  let prisma: OpenedPrisma
  beforeAll(async () => {
    prisma = await openPrismaSqlite(text, ddl)
    const { teams, users, articles, comments } = rows
    for (const [name, data] of Object.entries({
      team: teams,
      user: users,
      article: articles,
      comment: comments,
    }))
      await prisma.client[name]?.createMany({ data })
  }, 60_000)
  afterAll(() => prisma?.close())

  it('chooses the rows that the engine chooses', { timeout: 120_000 }, () =>
    expectRelatedAgreement(countRuns({ short: 600, long: 10_000 }), async (condition) => {
      const query = { where: toPrisma(condition, options), select: { id: true }, orderBy: { id: 'asc' } }
      const found = await prisma.client['article']?.findMany(query)
      return found?.map(({ id }) => Number(id)) ?? []
    }),
  )

  it('makes the inner query false, and not unknown, for null inside of every', () => {
    const article = where<{ comments: readonly { level: number }[]; owner: { name: string } }>()
    const isOpen = article.comments.every((comment) => comment.level.eq(1))
    expect(toPrisma(isOpen, options)).toEqual({
      comments: { every: { AND: [{ level: { equals: 1 } }, { level: { not: null } }] } },
    })
    expect(toPrisma(article.owner.name.ne('a'), options)).toEqual({
      OR: [{ owner: { is: { OR: [{ name: { not: 'a' } }, { name: null }] } } }, { owner: { is: null } }],
    })
  })

  it('checks the rules of a policy, and names all problems', () => {
    interface Wrong {
      readonly owner: { readonly team: { readonly boss: number } }
      readonly comments: { readonly level: number }
      readonly level: readonly { readonly id: number }[]
    }
    const article = where<Wrong>()
    const policy = definePolicy()({
      resources: { articles: ['read'] },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', () => article.owner.team.boss.eq(1))
            b.deny('articles:read', () => article.comments.level.eq(1))
            b.deny('articles:read', () => article.level.some((item) => item.id.eq(1)))
          },
        },
      },
    })
    const models = { articles: { ...options, binary: ['Team.nme'] }, pages: { ...options, model: 'Page' } }
    expect(() => checkPrisma(policy, models)).toThrow(
      new InvalidPolicy([
        { path: 'models.articles', message: 'binary: the schema has no field "Team.nme"' },
        { path: 'models.pages', message: 'unknown resource "pages"' },
        { path: 'roles.USER.rules[0]', message: 'Article.owner.team.boss: Team has no such field' },
        {
          path: 'roles.USER.rules[1]',
          message: 'Article.comments: the relation is a list; use some, every or none',
        },
        { path: 'roles.USER.rules[2]', message: 'Article.level: Int is no relation' },
      ]),
    )
    expect(() => checkPrisma(policy, {})).not.toThrow()
  })
})
