import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'seven quiet harbours'

describe.each(SAMPLED_DATABASES)('the typed interface on %s', (kind) => {
  let service: TestService
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    service = await startTestService(kind)
    for (const [username, role] of [
      ['jane', 'AUTHOR'],
      ['rita', 'READER'],
      ['ed', 'EDITOR'],
    ]) {
      const { body } = await service.graphql(
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
        { input: { username, email: `${username}@example.org`, password: PASSWORD, role } },
      )
      ids[username as string] = body.data.createUser.id
    }
  }, 30_000)
  afterAll(() => service.stop())

  const as = (username: string) => basic(username, PASSWORD)

  const article = async (
    title: string,
    status = 'PUBLISHED',
    tags: string[] = [],
    owner = 'jane',
  ): Promise<string> => {
    const input = { title, content: `All about ${title}.`, authorId: ids[owner], status, tags }
    const { body } = await service.graphql(
      'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
      { input },
    )
    return body.data.createArticle.id
  }

  const code = (answer: { body: { errors?: { extensions: { code: string } }[] } }) =>
    answer.body.errors?.[0]?.extensions.code

  it('4.1 currentUser: the signed-in user, or null', async () => {
    const query = '{ currentUser { username role email createdAt updatedAt } }'
    const mine = await service.graphql(query, {}, as('jane'))
    expect(mine.body.data.currentUser).toMatchObject({
      username: 'jane',
      role: 'AUTHOR',
      email: 'jane@example.org',
      updatedAt: null,
    })
    expect(mine.body.data.currentUser.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await service.graphql(query, {}, null)).body.data).toEqual({ currentUser: null })
  })

  it('4.1 user: by id, and null for unknown and impossible ids', async () => {
    const query = 'query ($id: ID!) { user(id: $id) { id username } }'
    expect((await service.graphql(query, { id: ids['jane'] })).body.data.user).toEqual({
      id: ids['jane'],
      username: 'jane',
    })
    for (const id of ['999999', '0', '-1', '01', '1e3', '99999999999', 'x', ' 2'])
      expect((await service.graphql(query, { id })).body.data).toEqual({ user: null })
  })

  it('4.1 users: pagination, limit and offset, role, status', async () => {
    const names = async (args: string) =>
      (await service.graphql(`{ users${args} { username } }`)).body.data.users.map(
        (user: { username: string }) => user.username,
      )
    expect(await names('')).toEqual(['ed', 'rita', 'jane', 'admin'])
    expect(await names('(limit: 2, offset: 1)')).toEqual(['rita', 'jane'])
    expect(await names('(pagination: { page: 2, limit: 3 }, limit: 1)')).toEqual(['admin'])
    expect(await names('(pagination: { sortBy: "username", direction: ASC })')).toEqual([
      'admin',
      'ed',
      'jane',
      'rita',
    ])
    expect(await names('(role: EDITOR)')).toEqual(['ed'])
    expect(await names('(status: SUSPENDED)')).toEqual([])
  })

  it('C15.9 articles, products, categories: limit and offset, which pagination overrides', async () => {
    for (const title of ['first', 'second', 'third']) await article(`C15.9 ${title}`)
    const titles = async (args: string) =>
      (await service.graphql(`{ articles(${args}) { title } }`)).body.data.articles.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles('limit: 2')).toEqual(['C15.9 third', 'C15.9 second'])
    expect(await titles('limit: 1, offset: 1')).toEqual(['C15.9 second'])
    expect(await titles('limit: 1, offset: 1, pagination: { limit: 2 }')).toEqual([
      'C15.9 third',
      'C15.9 second',
    ])
    for (const list of ['articles', 'products', 'categories']) {
      for (const args of ['limit: 0', 'limit: 101', 'offset: -1', 'offset: 10001'])
        expect(code(await service.graphql(`{ ${list}(${args}) { id } }`)), args).toBe('BAD_USER_INPUT')
      const { errors } = (await service.graphql(`{ ${list}(limt: 2) { id } }`)).body
      expect(errors[0].message).toContain('Did you mean "limit"?')
    }
  })

  it('C5.6 a page out of range is BAD_USER_INPUT, never clamped', async () => {
    for (const args of [
      'limit: 0',
      'limit: 101',
      'offset: -1',
      'offset: 10001',
      'pagination: { page: 0 }',
      'pagination: { page: 1002, limit: 10 }',
      'pagination: { sortBy: "email" }',
    ])
      expect(code(await service.graphql(`{ users(${args}) { id } }`)), args).toBe('BAD_USER_INPUT')
  })

  it('C5.1 accepts the first and the last possible day', async () => {
    const { status, body } = await service.graphql(
      '{ articles(publishedAfter: "0001-01-01", publishedBefore: "9999-12-31") { id } }',
    )
    expect([status, body.errors]).toEqual([200, undefined])
  })

  it('C3.7 private fields are null or refused for other users, and the email is masked', async () => {
    await article('a public profile')
    const query = `{ user(id: "${ids['jane']}") { email age settings { theme } permissions } }`
    expect((await service.graphql(query, {}, null)).body.data.user).toEqual({
      email: 'j***@e***.org',
      age: null,
      settings: null,
      permissions: null,
    })
    const status = `{ user(id: "${ids['jane']}") { status } }`
    expect(code(await service.graphql(status, {}, null))).toBe('UNAUTHENTICATED')
    expect(code(await service.graphql(status, {}, as('rita')))).toBe('FORBIDDEN')
    expect((await service.graphql(status, {}, as('jane'))).body.data.user.status).toBe('ACTIVE')
    expect(code(await service.graphql('{ users(status: ACTIVE) { id } }', {}, as('rita')))).toBe('FORBIDDEN')
  })

  it('4.1 createArticle, article, updateArticle, deleteArticle', async () => {
    const id = await article('The whole life', 'DRAFT', [' Rust ', 'RUST', 'db'])
    const query =
      'query ($id: ID!) { article(id: $id) { title content excerpt status tags owner { username } likes views publishedAt version } }'
    expect((await service.graphql(query, { id }, as('jane'))).body.data.article).toEqual({
      title: 'The whole life',
      content: 'All about The whole life.',
      excerpt: 'All about The whole life.',
      status: 'DRAFT',
      tags: ['rust', 'db'],
      owner: { username: 'jane' },
      likes: 0,
      views: 0,
      publishedAt: null,
      version: 1,
    })
    expect((await service.graphql(query, { id }, as('rita'))).body.data).toEqual({ article: null })
    const update =
      'mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { status version } }'
    expect(code(await service.graphql(update, { input: { id, status: 'PUBLISHED' } }, as('jane')))).toBe(
      'FORBIDDEN',
    )
    expect(code(await service.graphql(update, { input: { id, status: 'ARCHIVED' } }, as('ed')))).toBe(
      'INVALID_TRANSITION',
    )
    expect(
      (
        await service.graphql(
          update,
          { input: { id, status: 'PUBLISHED', title: 'Better', version: 1 } },
          as('ed'),
        )
      ).body.data.updateArticle,
    ).toEqual({ status: 'PUBLISHED', version: 2 })
    expect(code(await service.graphql(update, { input: { id, title: 'Stale', version: 1 } }, as('ed')))).toBe(
      'CONFLICT',
    )
    const remove = 'mutation ($id: ID!) { deleteArticle(id: $id) }'
    expect(code(await service.graphql(remove, { id }, as('jane')))).toBe('FORBIDDEN')
    expect((await service.graphql(remove, { id }, as('ed'))).body.data).toEqual({ deleteArticle: true })
    expect(code(await service.graphql(remove, { id }, as('ed')))).toBe('NOT_FOUND')
  })

  it('4.1 articles: status, tag, sorting by either argument, publication days', async () => {
    const tag = 'listed'
    for (const title of ['Beta', 'Alpha', 'Gamma']) await article(title, 'PUBLISHED', [tag])
    await article('Unseen', 'DRAFT', [tag])
    const titles = async (args: string, who: string | null = null) =>
      (
        await service.graphql(`{ articles(tag: "${tag}" ${args}) { title } }`, {}, who)
      ).body.data.articles.map((found: { title: string }) => found.title)
    expect(await titles('')).toEqual(['Gamma', 'Alpha', 'Beta'])
    expect(await titles('sortBy: TITLE, direction: ASC')).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await titles('pagination: { sortBy: "title", direction: ASC }')).toEqual([
      'Alpha',
      'Beta',
      'Gamma',
    ])
    expect(await titles('pagination: { sortBy: "title", direction: ASC }, direction: DESC')).toEqual([
      'Gamma',
      'Beta',
      'Alpha',
    ])
    expect(await titles('pagination: { page: 2, limit: 2 }')).toEqual(['Beta'])
    expect(await titles('status: DRAFT')).toEqual([])
    expect(await titles('status: DRAFT', as('jane'))).toEqual(['Unseen'])
    expect(await titles('', AS_ADMIN)).toEqual(['Unseen', 'Gamma', 'Alpha', 'Beta'])
    const today = new Date().toISOString().slice(0, 10)
    expect(await titles(`publishedAfter: "${today}", publishedBefore: "${today}"`)).toHaveLength(3)
    expect(await titles('publishedAfter: "2999-01-01"')).toEqual([])
  })

  it('4.1 createComment and deleteComment, on published articles only', async () => {
    const [open, closed] = [await article('Open'), await article('Closed', 'DRAFT')]
    const create =
      'mutation ($on: ID!) { createComment(articleId: $on, content: "Yes!") { id content author { username } article { title commentCount } } }'
    const { body } = await service.graphql(create, { on: open }, as('rita'))
    expect(body.data.createComment).toMatchObject({
      content: 'Yes!',
      author: { username: 'rita' },
      article: { title: 'Open', commentCount: 1 },
    })
    expect(code(await service.graphql(create, { on: closed }, as('rita')))).toBe('NOT_FOUND')
    expect(code(await service.graphql(create, { on: closed }, as('jane')))).toBe('CONFLICT')
    expect(code(await service.graphql(create, { on: open }, null))).toBe('UNAUTHENTICATED')
    const remove = `mutation { deleteComment(id: "${body.data.createComment.id}") }`
    expect((await service.graphql(remove, {}, as('rita'))).body.data).toEqual({ deleteComment: true })
    expect(code(await service.graphql(remove, {}, as('rita')))).toBe('NOT_FOUND')
  })

  it('4.1 createUser, createUserOrError, updateUser, bulkCreateUsers, deleteUser', async () => {
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id role email } }'
    const input = { username: 'newbie', email: 'newbie@example.org', password: PASSWORD }
    const { body } = await service.graphql(create, { input }, null)
    expect(body.data.createUser).toMatchObject({ role: 'READER', email: 'newbie@example.org' })
    const taken = await service.graphql(create, { input: { ...input, username: 'NEWBIE' } }, null)
    expect(taken.body.errors[0].extensions).toEqual({
      code: 'CONFLICT',
      problems: [{ path: ['input', 'username'], message: 'is taken' }],
    })
    const either =
      'mutation ($input: CreateUserInput!) { createUserOrError(input: $input) { __typename ... on Success { message data } ... on Error { code message details } } }'
    expect(
      (await service.graphql(either, { input: { ...input, password: 'short' } }, null)).body.data
        .createUserOrError,
    ).toMatchObject({ __typename: 'Error', code: 'BAD_USER_INPUT' })
    const { id } = body.data.createUser
    const update =
      'mutation ($id: ID, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { name age profile { bio } updatedAt } }'
    const changed = await service.graphql(
      update,
      { id, input: { id, name: 'New Bie', age: 30, profile: { bio: 'Hi.' } } },
      basic('newbie', PASSWORD),
    )
    expect(changed.body.data.updateUser).toMatchObject({ name: 'New Bie', age: 30, profile: { bio: 'Hi.' } })
    expect(code(await service.graphql(update, { id: '2', input: { id, name: 'X' } }))).toBe('BAD_USER_INPUT')
    expect(
      code(await service.graphql(update, { input: { id, role: 'ADMIN' } }, basic('newbie', PASSWORD))),
    ).toBe('FORBIDDEN')
    const bulk = 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { username } }'
    const users = [1, 2].map((n) => ({
      username: `bulk${n}`,
      email: `bulk${n}@example.org`,
      password: PASSWORD,
    }))
    const refused = await service.graphql(bulk, { users: [...users, { ...users[0], email: 'no' }] })
    expect(refused.body.errors[0].extensions.problems).toContainEqual({
      path: ['users', 2, 'email'],
      message: expect.stringContaining('email address'),
    })
    expect((await service.graphql(bulk, { users })).body.data.bulkCreateUsers).toEqual([
      { username: 'bulk1' },
      { username: 'bulk2' },
    ])
    expect((await service.graphql(`mutation { deleteUser(id: "${id}") }`)).body.data).toEqual({
      deleteUser: true,
    })
  })

  it('4.1 search: the best match with its type, also for a misspelt word, or NOT_FOUND', async () => {
    const id = await article('Peregrination')
    const query =
      'query ($query: String!) { search(query: $query) { __typename ... on Article { id title owner { username } } ... on User { username } } }'
    expect((await service.graphql(query, { query: 'peregrination' }, null)).body.data.search).toEqual({
      __typename: 'Article',
      id,
      title: 'Peregrination',
      owner: { username: 'jane' },
    })
    expect((await service.graphql(query, { query: 'peregrinaton' }, null)).body.data.search.id).toBe(id)
    expect(code(await service.graphql(query, { query: 'zzzzzzzz' }, null))).toBe('NOT_FOUND')
    expect(code(await service.graphql(query, { query: ' ' }, null))).toBe('BAD_USER_INPUT')
  })

  it('2.5 aliases, fragments, @skip and nested windows return values under the requested names', async () => {
    const id = await article('Aliased')
    for (const n of [1, 2, 3])
      await service.graphql(`mutation { createComment(articleId: "${id}", content: "${n}") { id } }`)
    const query = `query ($no: Boolean!) { article(id: "${id}") { ...names title: status a: comments(limit: 1) { content } b: comments(limit: 2, offset: 1) { content at: createdAt } c: comments @skip(if: true) { id } likes @include(if: $no) } }
      fragment names on Ownable { by: owner { ... on User { name: username } } }`
    const { body } = await service.graphql(query, { no: false })
    expect(body.data.article).toEqual({
      by: { name: 'jane' },
      title: 'PUBLISHED',
      a: [{ content: '1' }],
      b: [
        { content: '2', at: expect.any(String) },
        { content: '3', at: expect.any(String) },
      ],
    })
  })

  it('C2.3 a variable that does not coerce is 400 and BAD_USER_INPUT, and the error contains no password', async () => {
    const answer = await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input: { username: 7, password: 'hush hush hush hush' } },
    )
    expect(answer.status).toBe(400)
    expect(answer.body.data).toBeUndefined()
    expect(code(answer)).toBe('BAD_USER_INPUT')
    expect(JSON.stringify(answer.body)).not.toContain('hush')
  })

  it('C2.5 text that no database can store is refused at every place', async () => {
    for (const text of ['a\u0000b', '\ud800']) {
      const input = { title: text, content: 'x', authorId: ids['jane'] }
      expect(
        code(
          await service.graphql(
            'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
            { input },
            as('jane'),
          ),
        ),
      ).toBe('BAD_USER_INPUT')
      expect(
        code(await service.graphql('query ($tag: String) { articles(tag: $tag) { id } }', { tag: text })),
      ).toBe('BAD_USER_INPUT')
      expect(
        code(await service.graphql('query ($q: String!) { search(query: $q) { __typename } }', { q: text })),
      ).toBe('BAD_USER_INPUT')
      expect(
        (
          await service.graphql('query ($id: ID!) { user(id: $id) { id } article(id: $id) { id } }', {
            id: text,
          })
        ).body.data,
      ).toEqual({ user: null, article: null })
    }
  })

  it('C5.7 the status is 401 or 403 if every error has that status and there is no data', async () => {
    expect(
      (await service.graphql('mutation { createCategory(input: { name: "X" }) { id } }', {}, null)).status,
    ).toBe(401)
    expect(
      (await service.graphql('mutation { createCategory(input: { name: "X" }) { id } }', {}, as('rita')))
        .status,
    ).toBe(403)
    expect((await service.graphql('{ nope }')).status).toBe(400)
    expect((await service.graphql('{')).body.errors[0].extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    expect(code(await service.graphql('query A { __typename } query B { __typename }'))).toBe('BAD_REQUEST')
  })

  it('4.1 introspection: types with kind and description, and no password in any field', async () => {
    const { body } = await service.graphql(
      '{ __schema { types { name kind description } } __type(name: "Article") { name kind description fields { name type { name } } } }',
    )
    expect(body.data.__type.fields.map((field: { name: string }) => field.name)).toContain('publishedAt')
    const whole = await service.graphql('{ __schema { types { fields { name } } } }')
    expect(JSON.stringify(whole.body)).not.toContain('"password"')
  })

  it('C4.6 counts one view per request and article, except the owner’s, and writes views soon', async () => {
    const id = await article('Viewed')
    await service.graphql(`{ a: article(id: "${id}") { title } b: article(id: "${id}") { title } }`, {}, null)
    await service.graphql(`{ article(id: "${id}") { title } }`, {}, as('jane'))
    await expect
      .poll(
        async () =>
          (await service.graphql(`{ article(id: "${id}") { views } }`, {}, as('jane'))).body.data.article
            .views,
        { timeout: 5_000 },
      )
      .toBe(1)
  })

  it('C1 a browser gets GraphiQL with its own assets under a strict policy', async () => {
    const page = await service.call('GET', '/graphql', { as: null, headers: { accept: 'text/html,*/*' } })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const assets = [...page.body.matchAll(/(?:src|href)="(graphql[^"]+)"/g)].map(([, path]) => path)
    for (const path of assets)
      expect((await service.call('GET', `/${path}`, { as: null })).status, path).toBe(200)
    expect(assets).toHaveLength(5)
    expect((await service.call('GET', '/graphql?query={__typename}', { as: null })).body.data).toEqual({
      __typename: 'Query',
    })
  })
})
