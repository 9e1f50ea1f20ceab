import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, JWT_SECRET, startTestService, type TestService } from '../support/service.ts'

describe.each(SAMPLED_DATABASES)('C5.11, GraphQL §6.4.4: errors of nested fields, on %s', (kind) => {
  let service: TestService
  let cast: Cast
  let author: Person
  let [first, second]: string[] = []
  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET })
    cast = aCast(service, JWT_SECRET)
    author = await cast.person('AUTHOR')
    first = await cast.article(author)
    second = await cast.article(author)
    for (const article of [first, second]) for (const _ of [1, 2]) await cast.comment(article, author)
  }, 30_000)
  afterAll(() => service.stop())

  interface Told {
    readonly message: string
    readonly path: readonly (string | number)[]
    readonly extensions: { readonly code: string; readonly problems: readonly { readonly path: unknown }[] }
  }
  const ask = async (query: string, variables: object = {}) => {
    const { status, body } = await service.graphql(query, variables, author.as)
    const errors = (body.errors ?? []) as readonly Told[]
    expect(errors.every(({ extensions }) => extensions.code === 'BAD_USER_INPUT')).toBe(true)
    return { status, data: body.data, paths: errors.map(({ path }) => path), errors }
  }

  it.each([
    'articles(limit: 0)',
    'articles(limit: 101)',
    'articles(offset: -1)',
    'posts(limit: -1)',
    'posts(offset: 10001)',
    'following(limit: 101)',
  ])('%s cannot be null, so that its user is null', async (field) => {
    const name = field.split('(')[0]
    const { status, data, paths } = await ask(
      `{ user(id: "${author.id}") { id ${field} { id } } __typename }`,
    )
    expect([status, data, paths]).toEqual([200, { user: null, __typename: 'Query' }, [['user', name]]])
  })

  it.each(['followers(limit: 0)', 'followers(offset: 10001)'])(
    '%s can be null, and its siblings keep their values',
    async (field) => {
      const query = `{ user(id: "${author.id}") { username ${field} { id } articles { id } } }`
      const { data, paths } = await ask(query)
      expect(data.user).toEqual({
        username: expect.any(String),
        followers: null,
        articles: [{ id: second }, { id: first }],
      })
      expect(paths).toEqual([['user', 'followers']])
    },
  )

  it('an error names the alias of its field, in fragments and in each member of a list', async () => {
    const query = `query ($n: Int) { articles { id owner { ...Person } } }
      fragment Person on User { few: followers(limit: 1) { id } none: followers(limit: $n) { id } }`
    const { data, paths } = await ask(query, { n: 0 })
    expect(data.articles).toHaveLength(2)
    expect(data.articles[0].owner).toEqual({ few: [], none: null })
    expect(paths).toEqual([0, 1].map((place) => ['articles', place, 'owner', 'none']))
  })

  it('each field lists its own problems only, with their paths inside its arguments', async () => {
    const { data, errors } = await ask(
      `{ user(id: "${author.id}") { a: followers(limit: 0, offset: -1) { id } b: followers(offset: -1) { id } } }`,
    )
    expect(data).toEqual({ user: { a: null, b: null } })
    expect(
      errors.map(({ path, extensions }) => [path[1], extensions.problems.map((each) => each.path)]),
    ).toEqual([
      ['a', [['limit'], ['offset']]],
      ['b', [['offset']]],
    ])
  })

  it.each(['first: 0', 'first: 101', 'after: "made up"'])('of a connection with %s', async (given) => {
    const { data, paths } = await ask(
      `{ a: article(id: "${first}") { commentsConnection(${given}) { edges { cursor } } } b: article(id: "${first}") { id } }`,
    )
    expect([data, paths]).toEqual([{ a: null, b: { id: first } }, [['a', 'commentsConnection']]])
  })

  it('C5.4 the cursor of another article is refused at its field', async () => {
    const page = `commentsConnection(first: 1) { pageInfo { endCursor } }`
    const { data } = await ask(`{ article(id: "${first}") { ${page} } }`)
    const { endCursor } = data.article.commentsConnection.pageInfo
    const borrowed = `commentsConnection(after: ${JSON.stringify(endCursor)}) { edges { node { id } } }`
    const answer = await ask(
      `{ a: article(id: "${first}") { ${borrowed} } b: article(id: "${second}") { ${borrowed} } }`,
    )
    expect(answer.data).toMatchObject({ a: { commentsConnection: { edges: [{}] } }, b: null })
    expect(answer.paths).toEqual([['b', 'commentsConnection']])
  })

  it('C12.16 an error in a mutation refuses the mutation, so that it has no partial effect', async () => {
    const likes = async () => (await ask(`{ article(id: "${first}") { likes } }`)).data.article.likes
    const before = await likes()
    const { data, paths } = await ask(
      `mutation { likeArticle(id: "${first}") { id owner { followers(limit: 0) { id } } } }`,
    )
    expect([data, paths, await likes()]).toEqual([null, [['likeArticle']], before])
  })

  it('errors of a deleted user appear although the user is shown as ghost', async () => {
    const leaver = await cast.person('AUTHOR')
    const article = await cast.article(leaver)
    await service.call('PATCH', `/api/users/${leaver.id}`, { body: { deleted: true } })
    const { data, paths } = await ask(
      `{ article(id: "${article}") { owner { username followers(limit: 0) { id } } } }`,
    )
    expect(data.article.owner).toEqual({ username: 'ghost', followers: null })
    expect(paths).toEqual([['article', 'owner', 'followers']])
  })

  describe('C5.6 beyond row 10,000 the message names the connection', () => {
    it.each([
      ['users(pagination: { page: 502 }) { id }', 'usersConnection'],
      ['users(offset: 10001) { id }', 'usersConnection'],
      ['articles(pagination: { page: 102, limit: 100 }) { id }', 'articlesConnection'],
      ['articles { comments(offset: 10001) { id } }', 'commentsConnection'],
      ['products(pagination: { page: 502 }) { id }', 'productsConnection'],
    ])('%s', async (field, named) => {
      const { errors } = await ask(`{ ${field} }`)
      expect(errors[0]?.message).toMatch(new RegExp(`beyond row 10000.*${named}`))
    })

    it.each([
      ['users', 'usersConnection'],
      ['articles', 'articlesConnection'],
      ['articles/ARTICLE/comments', 'commentsConnection'],
      ['search', 'searchAll'],
      ['products', 'filters'],
    ])('REST: %s', async (path, named) => {
      const query = path === 'search' ? 'query=x&page=502' : 'page=502'
      const { status, body } = await service.call(
        'GET',
        `/api/${path.replace('ARTICLE', first ?? '')}?${query}`,
      )
      expect([status, body.error]).toEqual([400, expect.stringMatching(`beyond row 10000.*${named}`)])
    })
  })
})
