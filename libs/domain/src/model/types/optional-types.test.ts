import { describe, expect, it } from 'vitest'
import { defaultPolicyFile, readPolicy } from '../../policy-file/policy-file.ts'
import { listOperations } from '../../service/operations.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { Article } from '../../articles/article.ts'
import { allJobs } from '../../jobs/jobs.ts'
import { Category } from '../../products/product.ts'
import { findLeftWords, leaveOutTypes, LEGAL_OMISSIONS } from '../../testing/left-out-models.ts'
import { line, one } from '../fields/field-builders.ts'
import { ModelError } from '../checks/model-error.ts'
import { extendType } from './extend-type.ts'
import { record } from './record.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const

const findProblems = (types: Parameters<typeof contentModel>[0], options: unknown): readonly string[] => {
  try {
    // Some tests give what the compiler refuses.
    contentModel(types, options as never)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}
const findIn = (without: unknown): readonly string[] => findProblems(builtInModel.types, { without })

describe.each(LEGAL_OMISSIONS)('C15.23 a model without %j %j %j %j', (...given) => {
  const without = given.filter(Boolean)
  const model = leaveOutTypes(without)

  it('has the other types, and users', () => {
    const left = builtInModel.types
      .map(({ name }) => name)
      .filter((name) => !without.some((no) => no === name))
    expect(model.types.map(({ name }) => name)).toEqual(left)
    expect(left).toContain('User')
  })

  it('has no operation, event, permission, fact or job of the types', () => {
    const jobs = allJobs({ trashRetentionDays: 30, auditRetentionDays: 400 }, { model } as never)
    const names = [
      ...Object.keys(listOperations(model)),
      ...model.eventNames,
      ...model.policy.permissions,
      ...Object.keys(model.facts),
      ...jobs.map(({ name }) => name.replace('publish-scheduled', 'articles')),
    ]
    expect(findLeftWords(names.join('\n'), without)).toEqual([])
    expect(findLeftWords(JSON.stringify(defaultPolicyFile(model), null, 1), without)).toEqual([])
  })

  it('lets roles do what they may without the types', () => {
    const kept = builtInModel.policy.permissions.filter((each) => model.policy.permissions.includes(each))
    for (const role of ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'])
      for (const permission of kept) {
        const caller = { id: 7, roles: [role], permissions: [] } as never
        const facts = { id: 7, ownerId: 8, authorId: 7 } as never
        const expected = builtInModel.policy.can(caller, permission, facts)
        expect([role, permission, model.policy.can(caller, permission, facts)]).toEqual([
          role,
          permission,
          expected,
        ])
      }
  })
})

describe('C15.23 contentModel refuses', () => {
  it.each([
    [
      ['Article'],
      'Comment.article: the model has no content type Article; remove Article from without, or add Comment to it',
    ],
    [
      ['Category'],
      'Product.category: the model has no content type Category; remove Category from without, or add Product to it',
    ],
    [
      ['Product'],
      'Category: no content type declares what is allowed with products; remove Product from without, or leave out both types',
    ],
    [['User'], 'without: every model has User; remove it from without'],
    [['Artcle'], 'without: the service has no type Artcle to leave out; did you mean Article?'],
    ['Article', "without: must be a list of types, such as ['Article', 'Comment']"],
  ])('%j', (without, problem) => expect(findIn(without)).toEqual([problem]))

  it.each([
    ['__proto__'],
    ['constructor'],
    [null],
    [{}],
    [['Article']],
    [Number.NaN],
    ['a\0'],
    ['\ud800'],
    ['9'.repeat(10_000)],
  ])('the hostile member %#', (member) =>
    expect(findIn([member])).toEqual([
      expect.stringContaining('a model can leave out Article, Comment, Product, Category'),
    ]),
  )

  it('a type of a team that links to a missing one, and all other problems at once', () => {
    const Recipe = record({
      name: 'Recipe',
      plural: 'recipes',
      about,
      allowed,
      fields: { of: one(Category, { about }) },
    })
    expect(findProblems([Recipe], { without: ['Product', 'Category', 'Users'] })).toEqual([
      expect.stringContaining('without: the service has no type Users'),
      'Recipe.of: the model has no content type Category; remove Category from without, or remove the link',
    ])
  })

  it('a type that the team has extended, because its rows would be hidden', () => {
    const subtitle = line(80, { about, optional: true })
    const Extended = extendType(Article, { fields: { subtitle } })
    expect(findProblems([Extended], { without: ['Article', 'Comment'] })).toContain(
      'Article: the model has a type with this name, and without leaves it out; remove it from one of them',
    )
  })

  it('a type with the name of a missing one: its table and its rules are those of the service', () => {
    const Own = record({
      name: 'Article',
      plural: 'texts',
      about,
      allowed,
      fields: { label: line(80, { about }) },
    })
    expect(findProblems([Own], { without: ['Article', 'Comment'] })).not.toEqual([])
  })
})

describe('C15.23 the policy of a model without articles', () => {
  const model = leaveOutTypes(['Article', 'Comment'])

  const findPolicyProblems = (file: unknown): string => {
    try {
      readPolicy(model, JSON.stringify(file))
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it('refuses a file for a model with articles', () =>
    expect(findPolicyProblems(defaultPolicyFile(builtInModel))).toContain(
      'resources.articles: is not a resource of this service; remove it',
    ))

  it('refuses a rule about articles', () => {
    const { roles, ...rest } = defaultPolicyFile(model) as unknown as {
      readonly roles: { readonly READER: { readonly rules: readonly unknown[] } }
    }
    const rule = { effect: 'allow', permissions: ['articles:read'] }
    const reader = { ...roles.READER, rules: [...roles.READER.rules, rule] }
    const problem = findPolicyProblems({ ...rest, roles: { ...roles, READER: reader } })
    expect(problem).toMatch(/^roles\.READER\.rules\[\d\].*articles:read/)
  })

  it('has the actions of articles without comments', () => {
    const words = leaveOutTypes(['Comment'])
      .actionsOf('articles')
      .map(({ word }) => word)
    expect(words).toContain('like')
    expect(words).not.toContain('comment')
  })
})
