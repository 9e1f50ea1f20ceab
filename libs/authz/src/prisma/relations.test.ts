import { describe, expect, it } from 'vitest'
import { InvalidPolicy, definePolicy, not, where } from '../index.ts'
import { prismaSchema } from '../../tests/support/prisma-laws.ts'
import { checkPrisma, toPrisma } from './index.ts'

const options = { schema: prismaSchema, model: 'Article' }

describe('toPrisma of conditions on related rows', () => {
  it('makes the inner query false, and not unknown, for null inside of every', () => {
    const article = where<{ comments: readonly { level: number }[]; owner: { name: string } }>()
    const isOpen = article.comments.every((comment) => comment.level.eq(1))
    expect(toPrisma(isOpen, options)).toEqual({
      comments: { every: { AND: [{ level: { equals: 1 } }, { level: { not: null } }] } },
    })
    expect(toPrisma(article.owner.name.ne('a'), options)).toEqual({
      owner: { is: { OR: [{ name: { not: 'a' } }, { name: null }] } },
    })
    expect(toPrisma(not(article.owner.name.eq('a')), options)).toEqual({
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
        {
          path: 'roles.USER.rules[0]',
          message: 'models.articles.Article.owner.team.boss: Team has no such field',
        },
        {
          path: 'roles.USER.rules[1]',
          message: 'models.articles.Article.comments: the relation is a list; use some, every or none',
        },
        { path: 'roles.USER.rules[2]', message: 'models.articles.Article.level: Int is no relation' },
      ]),
    )
    expect(() => checkPrisma(policy, {})).not.toThrow()
  })
})
