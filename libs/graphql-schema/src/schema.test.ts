import { ContentError } from '@content-service/domain'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { plans } from './reading/plans.ts'
import { createSchema } from './schema.ts'
import { aWorld } from './testing/world.ts'

const schema = createSchema()
const type = (name: string): GraphQLNamedType => {
  const found = schema.getType(name)
  if (!found) throw new Error(`no type ${name}`)
  return found
}
const fieldsOf = (name: string): Record<string, string> => {
  const found = type(name)
  if (!isObjectType(found) && !isInterfaceType(found) && !isInputObjectType(found))
    throw new Error(`${name} has no fields`)
  return Object.fromEntries(Object.values(found.getFields()).map((field) => [field.name, String(field.type)]))
}
const valuesOf = (name: string): string[] => {
  const found = type(name)
  return isEnumType(found) ? found.getValues().map((value) => value.name) : []
}
const argumentsOf = (root: 'Query' | 'Mutation', name: string): string[] => {
  const fields = (root === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields()
  return (fields?.[name]?.args ?? []).map(
    ({ name: arg, type: argType, default: value }) =>
      `${arg}: ${argType}${value ? ` = ${JSON.stringify('literal' in value ? (value.literal as { value?: unknown }).value : value.value)}` : ''}`,
  )
}
const returnOf = (root: 'Query' | 'Mutation', name: string): string =>
  String((root === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[name]?.type)

describe('2 the schema of the specification', () => {
  it('2.1 declares the custom scalars', () => {
    for (const name of ['Date', 'Email', 'URL', 'JSON']) expect(isScalarType(type(name)), name).toBe(true)
  })

  it('2.2 enums have their values, and no more', () => {
    expect(valuesOf('UserRole')).toEqual(['ADMIN', 'EDITOR', 'AUTHOR', 'READER', 'GUEST'])
    expect(valuesOf('ArticleStatus')).toEqual(['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED', 'DELETED'])
    expect(valuesOf('SortDirection')).toEqual(['ASC', 'DESC'])
    expect(valuesOf('ArticleSortField')).toEqual(['TITLE', 'CREATED_AT', 'UPDATED_AT', 'VIEWS', 'LIKES'])
    expect(valuesOf('UserStatus')).toEqual(['ACTIVE', 'INACTIVE', 'SUSPENDED'])
  })

  it('2.3 interfaces have their fields', () => {
    expect(fieldsOf('Searchable')).toEqual({
      id: 'ID!',
      title: 'String!',
      description: 'String',
      createdAt: 'String!',
    })
    expect(fieldsOf('Commentable')).toEqual({ comments: '[Comment!]!', commentCount: 'Int!' })
    expect(fieldsOf('Timestamped')).toEqual({ createdAt: 'String!', updatedAt: 'String' })
    expect(fieldsOf('Ownable')).toEqual({ owner: 'User!' })
  })

  it('2.4 object types have their fields, those of the earlier example too', () => {
    expect(fieldsOf('User')).toMatchObject({
      id: 'ID!',
      username: 'String!',
      email: 'String!',
      role: 'UserRole!',
      profile: 'UserProfile',
      articles: '[Article!]!',
      createdAt: 'String!',
      updatedAt: 'String',
      age: 'Int',
      status: 'UserStatus!',
      bio: 'String',
      posts: '[Post!]!',
      followers: '[User!]',
      following: '[User]!',
      settings: 'UserSettings',
      preferences: 'Preferences!',
    })
    expect(fieldsOf('UserProfile')).toEqual({
      bio: 'String',
      avatar: 'String',
      website: 'String',
      location: 'String',
    })
    expect(fieldsOf('Article')).toMatchObject({
      id: 'ID!',
      title: 'String!',
      content: 'String!',
      excerpt: 'String!',
      status: 'ArticleStatus!',
      tags: '[String!]!',
      owner: 'User!',
      comments: '[Comment!]!',
      likes: 'Int!',
      views: 'Int!',
      createdAt: 'String!',
      updatedAt: 'String',
      publishedAt: 'String',
      author: 'User!',
      published: 'Boolean!',
      description: 'String',
      commentCount: 'Int!',
    })
    expect(fieldsOf('Comment')).toMatchObject({
      id: 'ID!',
      content: 'String!',
      author: 'User!',
      article: 'Article!',
      createdAt: 'String!',
      updatedAt: 'String',
    })
    expect(fieldsOf('Product')).toMatchObject({
      id: 'ID!',
      title: 'String!',
      description: 'String',
      createdAt: 'String!',
      price: 'Float!',
      stock: 'Int!',
      category: 'Category!',
    })
    expect(fieldsOf('Category')).toMatchObject({ name: 'String!' })
    expect(fieldsOf('Success')).toEqual({ message: 'String!', data: 'JSON' })
    expect(fieldsOf('Error')).toEqual({ code: 'String!', message: 'String!', details: 'String' })
  })

  it('2.4 types implement their interfaces', () => {
    const interfaces = (name: string) =>
      isObjectType(type(name))
        ? (type(name) as never as { getInterfaces(): { name: string }[] })
            .getInterfaces()
            .map((each) => each.name)
        : []
    expect(interfaces('User')).toEqual(['Timestamped'])
    expect(interfaces('Article')).toEqual(['Timestamped', 'Ownable', 'Searchable', 'Commentable'])
    expect(interfaces('Comment')).toEqual(['Timestamped'])
    expect(interfaces('Product')).toEqual(['Searchable'])
  })

  it('2.5 unions have their members', () => {
    const members = (name: string) => {
      const found = type(name)
      return isUnionType(found) ? found.getTypes().map((member) => member.name) : []
    }
    expect(members('SearchResult')).toEqual(['User', 'Article', 'Comment', 'Product'])
    expect(members('OperationResult')).toEqual(['Success', 'Error'])
  })

  it('2.6 input types have their fields', () => {
    expect(fieldsOf('CreateUserInput')).toEqual({
      username: 'String!',
      name: 'String',
      email: 'String!',
      password: 'String!',
      age: 'Int',
      role: 'UserRole',
    })
    expect(fieldsOf('UpdateUserInput')).toMatchObject({
      id: 'ID!',
      username: 'String',
      email: 'String',
      age: 'Int',
      role: 'UserRole',
    })
    expect(fieldsOf('CreateArticleInput')).toMatchObject({
      title: 'String!',
      content: 'String!',
      authorId: 'ID!',
      tags: '[String!]',
      status: 'ArticleStatus',
    })
    expect(fieldsOf('UpdateArticleInput')).toMatchObject({
      id: 'ID!',
      title: 'String',
      content: 'String',
      status: 'ArticleStatus',
      tags: '[String!]',
    })
    expect(fieldsOf('PaginationInput')).toEqual({
      page: 'Int',
      limit: 'Int',
      sortBy: 'String',
      direction: 'SortDirection',
    })
  })

  it('2.8 declares its directives, and says what is deprecated', () => {
    expect(schema.getDirectives().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['auth', 'hidden', 'masked', 'deprecated']),
    )
    expect(schema.getDirective('auth')?.args.map(({ name, type: arg }) => `${name}: ${arg}`)).toEqual([
      'role: UserRole!',
    ])
    const article = type('Article')
    const deprecated = isObjectType(article)
      ? Object.values(article.getFields()).filter((field) => field.deprecationReason)
      : []
    expect(deprecated.map(({ name }) => name)).toEqual(['published', 'author'])
  })

  it('4.1 queries and mutations have their arguments and types', () => {
    expect([argumentsOf('Query', 'user'), returnOf('Query', 'user')]).toEqual([['id: ID!'], 'User'])
    expect(argumentsOf('Query', 'users').map((each) => each.split(' = ')[0])).toEqual([
      'pagination: PaginationInput',
      'limit: Int',
      'offset: Int',
      'role: UserRole',
      'status: UserStatus',
    ])
    expect(returnOf('Query', 'users')).toBe('[User!]!')
    expect([argumentsOf('Query', 'currentUser'), returnOf('Query', 'currentUser')]).toEqual([[], 'User'])
    expect(returnOf('Query', 'article')).toBe('Article')
    expect(argumentsOf('Query', 'articles').map((each) => each.split(':')[0])).toEqual([
      'status',
      'tag',
      'pagination',
      'sortBy',
      'direction',
      'publishedAfter',
      'publishedBefore',
    ])
    expect([argumentsOf('Query', 'search'), returnOf('Query', 'search')]).toEqual([
      ['query: String!'],
      'SearchResult!',
    ])
    const mutations = Object.entries({
      createUser: 'User!',
      updateUser: 'User!',
      deleteUser: 'Boolean!',
      bulkCreateUsers: '[User!]!',
      createArticle: 'Article!',
      updateArticle: 'Article!',
      deleteArticle: 'Boolean!',
      createComment: 'Comment!',
      deleteComment: 'Boolean!',
    })
    for (const [name, returns] of mutations) expect(returnOf('Mutation', name), name).toBe(returns)
  })

  it('every type and field of the plans is in the schema, and the other way round', () => {
    for (const [name, plan] of Object.entries(plans))
      expect(Object.keys(plan.fields).toSorted(), name).toEqual(Object.keys(fieldsOf(name)).toSorted())
  })

  it('C5.13 every type of ours has a description', () => {
    const undescribed = Object.values(schema.getTypeMap()).filter(
      (each) => isObjectType(each) && !each.name.startsWith('__') && !each.description,
    )
    expect(
      undescribed.map(({ name }) => name).filter((name) => !['Query', 'Mutation'].includes(name)),
    ).toEqual([])
  })
})

describe('C5.10 @auth', () => {
  it('asks for the role before anything is resolved', async () => {
    const world = aWorld()
    const guest = await world.user('guest', 'GUEST')
    const mutation = 'mutation { createCategory(input: { name: "X" }) { id } }'
    const refusal = async (as: typeof guest | null) =>
      (await world.run(mutation, as)).errors?.[0]?.originalError
    expect(await refusal(null)).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await refusal(guest)).toMatchObject({ code: 'FORBIDDEN' })
    const editor = await world.user('editor', 'EDITOR')
    expect((await world.run(mutation, editor)).errors).toBeUndefined()
  })
})

describe('selections', () => {
  it('C5.5 a window out of range is refused, whichever list it is for', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    await world.article(ada, 'Something')
    for (const args of ['limit: 101', 'limit: 0', 'offset: 10001']) {
      const { errors } = await world.run(`{ articles { comments(${args}) { id } } }`)
      expect(errors?.[0]?.originalError, args).toBeInstanceOf(ContentError)
    }
  })

  it('fields of one response key are merged, as execution merges them', async () => {
    const world = aWorld()
    await world.article(await world.user('ada', 'AUTHOR'), 'Merged')
    const { data } = await world.run(
      '{ articles { owner { username } ...more } } fragment more on Article { owner { name } title }',
    )
    expect(data).toEqual({ articles: [{ owner: { username: 'ada', name: 'ada' }, title: 'Merged' }] })
  })

  it('variables decide windows and conditions', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    for (const n of [1, 2, 3]) await world.article(ada, `Article ${n}`)
    const query =
      'query ($n: Int, $deep: Boolean!) { users { username articles(limit: $n) @include(if: $deep) { title } } }'
    const { data } = await world.run(query, null, { n: 2, deep: true })
    expect((data as { users: { articles: unknown[] }[] }).users[0]?.articles).toHaveLength(2)
    expect((await world.run(query, null, { deep: false })).data).toEqual({ users: [{ username: 'ada' }] })
  })
})
