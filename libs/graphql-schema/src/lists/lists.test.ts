import { Article, type User } from '@content-service/domain'
import { UNLIMITED_QUOTA } from '@content-service/domain/internal/context'
import { aComment, anArticle, NOON } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type World } from '../testing/world.ts'

let world: World
let ada: User
let eve: User
let rob: User
const charges: number[] = []

const at = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)
const add = (title: string, more: Parameters<typeof anArticle>[2] = {}) =>
  world.context.stores.records(Article).add(anArticle(world.context.stores, ada.id, { title, ...more }))

beforeEach(async () => {
  charges.length = 0
  const charge = async (requests: number) => void charges.push(requests)
  world = aWorld({ quota: { ...UNLIMITED_QUOTA, charge } })
  ada = await world.user('ada', 'AUTHOR')
  eve = await world.user('eve', 'EDITOR')
  rob = await world.user('rob', 'READER')
  await add('Zebra', { tags: ['press', 'ink'], now: at(1) })
  await add('café', { tags: ['press'], now: at(2) })
  await add('Cafe', { now: at(3) })
  await add('Draft', { status: 'DRAFT', now: at(4) })
  await add('Gone', { status: 'DELETED', now: at(5) })
})

const titles = async (arguments_: string, as: User | null = null) => {
  const { data, errors } = await world.run(`{ articles(${arguments_}) { title } }`, as)
  const { articles } = (data ?? {}) as { articles?: readonly { title: string }[] }
  return errors ? errors.map(({ extensions }) => extensions) : articles?.map(({ title }) => title)
}

describe('C13.1 filters', () => {
  it.each([
    ['where: { title: { eq: "Cafe" } }', ['Cafe']],
    ['where: { title: { contains: "CAFÉ" } }', ['Cafe', 'café']],
    ['where: { title: { startsWith: "z" } }', ['Zebra']],
    ['where: { tags: { hasAll: ["press", "INK"] } }', ['Zebra']],
    ['where: { tags: { isEmpty: true } }', ['Cafe']],
    ['where: { or: [{ title: { eq: "Zebra" } }, { tags: { isEmpty: true } }] }', ['Cafe', 'Zebra']],
    ['where: { not: { tags: { has: "press" } } }', ['Cafe']],
    ['where: { owner: { username: { eq: "ADA" } } }', ['Cafe', 'café', 'Zebra']],
    ['where: { owner: { username: { ne: "ada" } } }', []],
    ['where: { comments: { none: {} } }', ['Cafe', 'café', 'Zebra']],
    ['where: { comments: { some: {} } }', []],
    [`where: { createdAt: { gt: "${at(2).toISOString().replace('Z', '+00:00')}" } }`, ['Cafe']],
    ['where: { id: { in: ["nonsense"] } }', []],
    ['where: { id: { ne: "nonsense" } }', ['Cafe', 'café', 'Zebra']],
    ['where: null', ['Cafe', 'café', 'Zebra']],
    ['where: {}', ['Cafe', 'café', 'Zebra']],
    ['where: { or: [] }', []],
    ['tag: "press", where: { title: { contains: "z" } }', ['Zebra']],
  ])('%s', async (arguments_, expected) => {
    expect(await titles(arguments_)).toEqual(expected)
  })

  it('a variable is a value of a filter, and a planned query takes other values', async () => {
    const query = `query ($title: String) { articles(where: { title: { eq: $title } }) { title } }`
    for (const title of ['Cafe', 'Zebra', 'Cafe', 'nothing'])
      expect((await world.run(query, null, { title })).data).toEqual({
        articles: title === 'nothing' ? [] : [{ title }],
      })
  })

  it.each([
    ['where: { title: null }', 'where.title: must not be null; use isNull'],
    ['where: { title: {} }', 'where.title: has no operator; for null, use isNull'],
    ['where: { tags: { has: null } }', 'where.tags.has: must not be null; use isEmpty'],
    ['where: { createdAt: { gt: "2026-11-20" } }', 'where.createdAt.gt: must be an RFC 3339 timestamp'],
    ['where: { comments: {} }', 'where.comments: must have some, every or none'],
  ])('refuses %s', async (arguments_, message) => {
    const { errors } = await world.run(`{ articles(${arguments_}) { title } }`)
    expect(errors?.[0]?.message).toContain(message)
  })
})

describe('C13.2 orders', () => {
  it.each([
    ['orderBy: [{ field: TITLE }]', ['Cafe', 'café', 'Zebra']],
    ['orderBy: [{ field: TITLE, direction: DESC }]', ['Zebra', 'café', 'Cafe']],
    ['orderBy: []', ['Cafe', 'café', 'Zebra']],
    ['sortBy: TITLE, direction: ASC', ['Cafe', 'café', 'Zebra']],
    ['orderBy: [{ field: CHANGED_AT }]', ['Zebra', 'café', 'Cafe']],
  ])('%s', async (arguments_, expected) => {
    expect(await titles(arguments_)).toEqual(expected)
  })

  it.each([
    ['orderBy: [{ field: TITLE }], sortBy: TITLE', 'orderBy: must not stand beside sortBy or direction'],
    ['orderBy: [{ field: TITLE }], pagination: { direction: ASC }', 'orderBy: must not stand beside'],
    ['orderBy: [{ field: TITLE }, { field: TITLE }]', 'orderBy.1.field: title is an order already'],
  ])('refuses %s', async (arguments_, message) => {
    const { errors } = await world.run(`{ articles(${arguments_}) { title } }`)
    expect(errors?.[0]?.message).toContain(message)
  })

  it('finds DELETED articles only if the filter names the state at its top', async () => {
    expect(await titles('where: { status: { in: [DELETED, DRAFT] } }', eve)).toEqual(['Gone', 'Draft'])
    expect(await titles('where: { and: [{ status: { eq: DELETED } }] }', eve)).toEqual(['Gone'])
    expect(await titles('where: { not: { status: { eq: DRAFT } } }', eve)).toEqual(['Cafe', 'café', 'Zebra'])
    expect(await titles('where: { or: [{ status: { eq: DELETED } }] }', eve)).toEqual([])
  })
})

describe('C13.3 what masking hides', () => {
  const codeOf = async (query: string, as: User | null) =>
    ((await world.run(query, as)).errors?.[0]?.originalError as { code?: string } | undefined)?.code ?? 'DONE'

  it.each([
    '{ users(where: { email: { eq: "eve@example.org" } }) { id } }',
    '{ users(where: { age: { isNull: true } }) { id } }',
    '{ articles(where: { owner: { status: { eq: ACTIVE } } }) { id } }',
    '{ usersConnection { counts(by: STATUS) { value } } }',
    '{ articles { owner { articles(where: { owner: { age: { gt: 3 } } }) { id } } } }',
  ])('%s', async (query) => {
    expect([await codeOf(query, null), await codeOf(query, rob), await codeOf(query, eve)]).toEqual([
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'DONE',
    ])
  })
})

describe('C13.4 connections', () => {
  const connect = async (
    arguments_: string,
    select = 'nodes { title } pageInfo { hasNextPage hasPreviousPage }',
  ) => {
    const { data, errors } = await world.run(`{ articlesConnection(${arguments_}) { ${select} } }`)
    return errors ?? (data as { articlesConnection: Record<string, unknown> }).articlesConnection
  }
  const ORDER = 'orderBy: [{ field: TITLE }]'

  it('reads the last records, and those before a cursor', async () => {
    const nodes = (...names: string[]) => names.map((title) => ({ title }))
    expect(await connect(`last: 2, ${ORDER}`)).toEqual({
      nodes: nodes('café', 'Zebra'),
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    })
    const { pageInfo } = (await connect(`last: 1, ${ORDER}`, 'pageInfo { startCursor }')) as {
      pageInfo: { startCursor: string }
    }
    const before = `before: ${JSON.stringify(pageInfo.startCursor)}, ${ORDER}`
    expect(await connect(before)).toEqual({
      nodes: nodes('Cafe', 'café'),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    })
    expect(await connect(`last: 1, ${before}`)).toMatchObject({ nodes: nodes('café') })
    expect(await connect(`first: 1, ${before}`)).toMatchObject({ nodes: nodes('Cafe') })
    expect(await connect(before.replace('TITLE', 'CREATED_AT'))).toMatchObject([
      { message: expect.stringContaining('is not a cursor of this list') },
    ])
    expect(await connect(`where: { title: { ne: "x" } }, ${before}`)).toMatchObject([
      { message: expect.stringContaining('is not a cursor of this list') },
    ])
  })

  it.each([
    ['first: 1, last: 1', 'last: must not stand beside first'],
    ['after: "a", before: "b"', 'before: must not stand beside after'],
    ['last: 101', 'last: must be an integer from 1 to 100'],
    ['after: "a"', 'after: is not a cursor of this list'],
    ['before: "b"', 'before: is not a cursor of this list'],
  ])('refuses %s', async (arguments_, message) => {
    expect(await connect(arguments_)).toMatchObject([{ message: expect.stringContaining(message) }])
  })

  it('C13.4 a count below records costs 1 per possible value, for each 20 parents', async () => {
    const COUNTS = 'articlesConnection { counts(by: STATUS) { value } }'
    const sum = async (query: string) => {
      charges.length = 0
      expect((await world.run(query, eve)).errors).toBeUndefined()
      return charges.reduce((all, one) => all + one, 0)
    }
    expect(await sum(`{ user(id: ${ada.id}) { username } }`)).toBe(0)
    expect(await sum(`{ user(id: ${ada.id}) { ${COUNTS} } }`)).toBe(5)
    expect(await sum(`{ usersConnection(first: 40) { nodes { ${COUNTS} } } }`)).toBe(10)
  })

  it('C13.3 the refusal of a count names the masked field', async () => {
    const { errors } = await world.run('{ usersConnection { counts(by: STATUS) { value } } }', rob)
    expect(errors?.map(({ message }) => message)).toEqual([
      'status is masked. You need the permission users:read on all records.',
    ])
  })

  it('C13.6 the refusal of an order in a mutation has its path', async () => {
    const articles = 'articles(orderBy: [{ field: TITLE }, { field: VIEWS }]) { id }'
    const { errors } = await world.run(
      `mutation { updateUser(input: { id: ${rob.id} }) { ${articles} } }`,
      rob,
    )
    expect(errors?.[0]?.originalError).toMatchObject({
      problems: [{ path: ['orderBy'], message: expect.stringContaining('has no index for title, views') }],
    })
  })

  it('counts by the values of a field, at the root and below a record', async () => {
    const COUNTS = 'counts(by: STATUS) { value count { value precision } } totalCount { value }'
    const exact = (value: number) => ({ value, precision: 'EXACT' })
    const expected = [
      { value: 'PUBLISHED', count: exact(3) },
      { value: 'DRAFT', count: exact(1) },
    ]
    const { data } = await world.run(
      `{ articlesConnection { ${COUNTS} } user(id: ${ada.id}) { articlesConnection(first: 1) { ${COUNTS} nodes { title } } } }`,
      ada,
    )
    expect(data).toEqual({
      articlesConnection: { counts: expected, totalCount: { value: 4 } },
      user: {
        articlesConnection: { counts: expected, totalCount: { value: 4 }, nodes: [{ title: 'Draft' }] },
      },
    })
  })

  it('nodes and edges can select a relation with other arguments', async () => {
    const owner = (limit: number) => `owner { articles(limit: ${limit}, ${ORDER}) { title } }`
    const { data } = await world.run(
      `{ articlesConnection(first: 1) { edges { node { ${owner(1)} } } nodes { ${owner(2)} } } }`,
    )
    const of = (...names: string[]) => ({ owner: { articles: names.map((title) => ({ title })) } })
    expect(data).toEqual({
      articlesConnection: { edges: [{ node: of('Cafe') }], nodes: [of('Cafe', 'café')] },
    })
  })

  it('lists of all types have connections, comments too', async () => {
    const { errors } = await world.run(
      `{ commentsConnection { nodes { id changedAt } } comments { id } productsConnection(last: 1) { nodes { id } }
        categoriesConnection(orderBy: [{ field: NAME }]) { nodes { productsConnection { totalCount { value } } } } }`,
    )
    expect(errors).toBeUndefined()
  })
})

describe('C13.6 bounds and prices', () => {
  it.each([
    [`{ or: [${'{ id: { eq: "1" } } '.repeat(50)}] }`, 'more than 50 conditions'],
    [`{ title: { in: [${'"a" '.repeat(101)}] } }`, 'more than 100 values'],
    [`${'{ not: '.repeat(6)}{}${' }'.repeat(6)}`, 'more than 5 levels'],
  ])('refuses a filter beyond', async (where, message) => {
    const { errors } = await world.run(`{ articles(where: ${where}) { id } }`)
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      originalError: { code: 'QUERY_TOO_COMPLEX' },
    })
  })

  it.each([
    ['where: { title: { eq: "a" } }', 0],
    ['where: { title: { contains: "a" } }', 0],
    ['where: { title: { ne: "a" } }', 1],
    ['where: { owner: { username: { eq: "a" } } }', 1],
    ['where: { owner: { username: { ne: "a" } } }', 2],
    ['where: { ownerId: { eq: 1 }, title: { contains: "a" } }', 0],
    ['orderBy: [{ field: TITLE }, { field: LIKES }]', 1],
    [`where: { and: [${'{ status: { eq: DRAFT } } '.repeat(11)}] }`, 1],
  ])('%s costs %i', async (arguments_, price) => {
    await world.run(`{ articles(${arguments_}) { id } }`)
    expect(charges.reduce((sum, each) => sum + each, 0)).toBe(price)
  })

  it('refuses a list that no index serves in the selection of a mutation, before it writes', async () => {
    const followed = `{ username articles(orderBy: [{ field: TITLE }, { field: LIKES }]) { id } }`
    const { errors } = await world.run(`mutation { followUser(id: ${ada.id}) ${followed} }`, rob)
    expect(errors?.[0]?.message).toContain('has no index')
    const { data } = await world.run(`{ user(id: ${ada.id}) { followers { username } } }`)
    expect(data).toEqual({ user: { followers: [] } })
  })
})

describe('C13.7 filters of searches', () => {
  const find = async (arguments_: string) => {
    const { data, errors } = await world.run(
      `{ searchAll(query: "press", ${arguments_}) { edges { node { __typename } } counts { value count { value } } totalCount { value } } }`,
    )
    return errors ?? (data as { searchAll: unknown }).searchAll
  }
  const counted = (value: string, number: number) => ({ value, count: { value: number } })

  it('a member narrows the hits of its type alone, and hits are counted by type', async () => {
    const article = await add('A press', { now: at(9) })
    const { context } = world
    await context.stores.comments.add(
      aComment(context.stores, article, rob.id, { content: 'press' }),
      () => undefined,
    )
    expect(await find('types: [ARTICLE, COMMENT]')).toMatchObject({
      counts: [counted('ARTICLE', 3), counted('COMMENT', 1)],
    })
    expect(await find('types: [ARTICLE, COMMENT], where: { article: { title: { eq: "A press" } } }')).toEqual(
      {
        edges: expect.arrayContaining([
          { node: { __typename: 'Comment' } },
          { node: { __typename: 'Article' } },
        ]),
        counts: [counted('ARTICLE', 1), counted('COMMENT', 1)],
        totalCount: { value: 2 },
      },
    )
    expect(await find(`where: { createdAt: { gt: "${at(8).toISOString()}" } }`)).toMatchObject({
      totalCount: { value: 1 },
    })
    expect(await find('where: { comment: { author: { username: { eq: "eve" } } } }')).toMatchObject({
      counts: [counted('ARTICLE', 3)],
    })
  })

  it('refuses a filter by a masked field, and finds no DELETED article', async () => {
    expect(await find('where: { user: { email: { eq: "a" } } }')).toMatchObject([
      { originalError: { code: 'UNAUTHENTICATED' } },
    ])
    await add('Gone press', { status: 'DELETED' })
    expect(await find('where: { article: { status: { eq: DELETED } } }')).toMatchObject({
      totalCount: { value: 0 },
    })
  })
})
