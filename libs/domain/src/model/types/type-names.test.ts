import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { defaultPolicyFile, readPolicy } from '../../policy-file/policy-file.ts'
import { BlogPost, blogModel, News } from '../../testing/blog-model.ts'
import type { ModelError } from '../checks/model-error.ts'
import { line } from '../fields/field-builders.ts'
import { Category } from '../../products/product.ts'
import { many } from '../links/link-builders.ts'
import type { RecordType } from './record-type.ts'
import { record } from './record.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const title = line(9, { about })

const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, ...types])
    return []
  } catch (error) {
    return (error as ModelError).problems
  }
}
const create = (name: string, names: { plural: string; list?: string; path?: string; table?: string }) =>
  record({ name, about, allowed, fields: { title }, ...names })

describe('C14.9 names', () => {
  it('follow from a plural of two words', () => {
    expect(BlogPost.names).toEqual({
      plural: 'blogPosts',
      list: 'blogPosts',
      path: 'blog-posts',
      table: 'blog_posts',
      resource: 'blog-posts',
    })
    expect(BlogPost.permissions.read).toBe('blog-posts:read')
    expect(blogModel.eventNames).toContain('blogPost.created')
    expect(blogModel.searches.map(({ type }) => type)).toContain('BLOG_POST')
    expect(blogModel.hasOperation('blogPostsConnection')).toBe(true)
  })

  it('stand in policy files', () => {
    const { policy } = readPolicy(blogModel, JSON.stringify(defaultPolicyFile(blogModel)))
    expect(policy.permissions).toEqual(expect.arrayContaining(['blog-posts:read', 'news:write']))
  })

  it('can differ from the plural', () => {
    expect(News.names).toMatchObject({
      list: 'newsItems',
      path: 'stories',
      table: 'news_entries',
      resource: 'news',
    })
    expect(['newsItems', 'newsItemsConnection', 'news'].filter(blogModel.hasOperation)).toHaveLength(3)
  })

  it.each<[string, RecordType, string]>([
    [
      'a plural with a dash',
      create('Tool', { plural: 'my-tools' }),
      'the plural my-tools must be letters and digits',
    ],
    [
      'a list',
      create('Tool', { plural: 'tools', list: 'Tools' }),
      'the list Tools must be letters and digits',
    ],
    [
      'an address',
      create('Tool', { plural: 'tools', path: 'a/b' }),
      'the path a/b must be small letters, digits',
    ],
    [
      'an address that leads up',
      create('Tool', { plural: 'tools', path: '..' }),
      'the path .. must be small',
    ],
    [
      'a table',
      create('Tool', { plural: 'tools', table: 'x"y' }),
      'the table x"y must be small letters, digits',
    ],
    [
      'an address of the service',
      create('Tool', { plural: 'tools', path: 'me' }),
      'the service already has me',
    ],
    [
      'an address of two words of the service',
      create('Tool', { plural: 'tools', path: 'api-keys' }),
      'the service already has api-keys',
    ],
    [
      'a table of the service',
      create('Tool', { plural: 'tools', table: 'search_documents' }),
      'the service already has search_documents',
    ],
    [
      'one word without a list',
      create('Sheep', { plural: 'sheep' }),
      "the plural must differ from the name; the plural sheeps is free, or add list: 'sheepItems'",
    ],
  ])('refuse %s', (_, type, problem) => {
    expect(findProblems(type).join()).toContain(`${type.name}: ${problem}`)
  })

  it.each<[string, RecordType, RecordType]>([
    ['two addresses', create('Tool', { plural: 'tools' }), create('Kit', { plural: 'kits', path: 'tools' })],
    ['two tables', create('Tool', { plural: 'tools' }), create('Kit', { plural: 'kits', table: 'tools' })],
    [
      'the table of links and of a type',
      record({
        name: 'Tool',
        plural: 'tools',
        about,
        allowed,
        fields: { title, parts: many('self', { about }) },
      }),
      create('ToolPart', { plural: 'toolsParts' }),
    ],
  ])('refuse %s with one name', (_, first, second) => {
    expect(findProblems(first, second).join()).toMatch(/Tool already has tools(_parts)?;/)
  })

  it('refuse the table of links that an earlier type has', () => {
    const fields = { title, parts: many('self', { about }) }
    const first = create('ToolPart', { plural: 'toolsParts' })
    const second = record({ name: 'Tool', plural: 'tools', about, allowed, fields })
    expect(findProblems(first, second).join()).toContain('Tool: ToolPart already has tools_parts;')
  })
})

describe('C17.9 the names of actions', () => {
  it('are those of root fields, whichever type comes first', () => {
    const [recipe, action] = [
      create('Recipe', { plural: 'recipes' }),
      create('RecipeAction', { plural: 'recipeActions' }),
    ]
    expect(findProblems(recipe, action)).toEqual([
      'RecipeAction: Recipe already has recipeActions; the plural recipeactions is free',
    ])
    expect(findProblems(action, recipe)).toEqual([
      'Recipe: RecipeAction already has recipeActions; the name RecipeEntry is free',
    ])
    expect(
      findProblems(recipe, create('RecipeAction', { plural: 'recipeActions', list: 'allRecipeActions' })),
    ).toEqual([])
    expect(findProblems(create('Act', { plural: 'articleActions' })).join()).toContain(
      'Act: the service already has articleActions',
    )
  })

  it('are no names of members', () => {
    const declare = (fields: object) =>
      findProblems(record({ name: 'Recipe', plural: 'recipes', about, allowed, fields } as never)).join()
    expect(declare({ actions: title })).toContain(
      'Recipe.actions: the service gives a field actions; ownActions is free',
    )
    expect(declare({ title, steps: many(Category, { about, ids: 'actions' }) })).toContain(
      'Recipe.steps: ids cannot be "actions"; write a camelCase name, such as stepsIds',
    )
  })

  it('leave the address and the list of a type Action free', () => {
    expect(findProblems(create('Action', { plural: 'actions' }))).toEqual([])
  })
})
