import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'

interface Edge {
  readonly cursor: string
  readonly node: Readonly<Record<string, unknown>>
}

describe.each(SAMPLED_DATABASES)('C5.4 connections on %s', (kind) => {
  let service: TestService
  let author: string
  let authorId: string
  let commented: string

  beforeAll(async () => {
    service = await startTestService(kind)
    const input = { username: 'ada', email: 'ada@example.org', password: PASSWORD, role: 'AUTHOR' }
    const created = await mutate('createUser(input: $input) { id }', '$input: CreateUserInput!', { input })
    authorId = created.createUser.id
    author = basic('ada', PASSWORD)
    for (let place = 0; place < 7; place += 1)
      await write(`Article ${place}`, place % 2 === 0 ? 'even' : 'odd')
    commented = await write('Commented', 'none')
    for (let place = 0; place < 5; place += 1)
      await mutate(`createComment(articleId: "${commented}", content: "Comment ${place}") { id }`)
  }, 30_000)
  afterAll(() => service.stop())

  const ask = async (document: string, as: string | null = AS_ADMIN, variables: object = {}) => {
    const { body } = await service.graphql(document, variables, as)
    return { data: body.data, problem: body.errors?.[0]?.extensions, message: body.errors?.[0]?.message }
  }
  const mutate = async (field: string, parameters = '', variables: object = {}) =>
    (await ask(`mutation ${parameters && `(${parameters})`} { ${field} }`, AS_ADMIN, variables)).data
  const write = async (title: string, tag: string, status = 'PUBLISHED'): Promise<string> => {
    const input = { title, content: 'Some text.', authorId, tags: [tag], status }
    const made = await mutate('createArticle(input: $input) { id }', '$input: CreateArticleInput!', { input })
    return made.createArticle.id
  }
  /** All edges of a connection, page after page. */
  const walk = async (
    field: (page: string) => string,
    below = 'node { id title }',
  ): Promise<readonly Edge[]> => {
    const edges: Edge[] = []
    for (let after = ''; ;) {
      const { data } = await ask(
        `{ ${field(`first: 3${after}`)} { edges { cursor ${below} } pageInfo { hasNextPage endCursor } } }`,
      )
      const [page] = Object.values(data) as [
        { edges: Edge[]; pageInfo: { hasNextPage: boolean; endCursor: string } },
      ]
      edges.push(...page.edges)
      if (!page.pageInfo.hasNextPage) return edges
      after = `, after: "${page.pageInfo.endCursor}"`
    }
  }

  it.each(['CREATED_AT', 'TITLE', 'UPDATED_AT', 'VIEWS', 'LIKES'])(
    'articlesConnection gives each article once, sorted by %s',
    async (sortBy) => {
      for (const direction of ['ASC', 'DESC']) {
        const edges = await walk(
          (page) => `articlesConnection(${page}, sortBy: ${sortBy}, direction: ${direction})`,
        )
        const list = await ask(`{ articles(sortBy: ${sortBy}, direction: ${direction}) { id } }`)
        expect(edges.map(({ node }) => node['id'])).toEqual(
          list.data.articles.map(({ id }: { id: string }) => id),
        )
      }
    },
  )

  it('a page stays the same during writes', async () => {
    const { data } = await ask('{ articlesConnection(first: 2) { pageInfo { endCursor } } }')
    const next = `{ articlesConnection(first: 2, after: "${data.articlesConnection.pageInfo.endCursor}") { edges { node { id } } } }`
    const before = await ask(next)
    await write('Written meanwhile', 'even')
    expect(await ask(next)).toEqual(before)
  })

  it('uses the filters of articles, and counts the other articles', async () => {
    const edges = await walk((page) => `articlesConnection(${page}, tag: "odd")`)
    expect(edges.map(({ node }) => node['title'])).toEqual(['Article 5', 'Article 3', 'Article 1'])
    const { data } = await ask(
      '{ articlesConnection(tag: "odd", first: 1) { totalCount { value precision } } }',
    )
    expect(data.articlesConnection.totalCount).toEqual({ value: 3, precision: 'EXACT' })
  })

  it('C4.5 neither shows nor counts articles that the caller may not read', async () => {
    await write('A draft', 'draft', 'DRAFT')
    const document = '{ articlesConnection(tag: "draft") { edges { cursor } totalCount { value } } }'
    expect((await ask(document, null)).data.articlesConnection).toEqual({
      edges: [],
      totalCount: { value: 0 },
    })
    expect((await ask(document)).data.articlesConnection.totalCount).toEqual({ value: 1 })
  })

  it('usersConnection returns the users of users, and needs users:read for a status', async () => {
    const edges = await walk((page) => `usersConnection(${page})`, 'node { id username }')
    const list = await ask('{ users { id username } }')
    expect(edges.map(({ node }) => node)).toEqual(list.data.users)
    const refused = await ask('{ usersConnection(status: ACTIVE) { edges { cursor } } }', null)
    expect(refused.problem.code).toBe('UNAUTHENTICATED')
  })

  it('Article.commentsConnection pages oldest first, for many articles with one statement', async () => {
    const edges: string[] = []
    for (let after = 'null'; ;) {
      const { data } = await ask(
        `{ article(id: "${commented}") { commentsConnection(first: 2, after: ${after}) {
          edges { node { content author { username } } } totalCount { value precision }
          pageInfo { hasNextPage hasPreviousPage endCursor } } } }`,
      )
      const { commentsConnection: page } = data.article
      expect(page.totalCount).toEqual({ value: 5, precision: 'EXACT' })
      expect(page.pageInfo.hasPreviousPage).toBe(after !== 'null')
      edges.push(...page.edges.map(({ node }: Edge) => String(node['content'])))
      if (!page.pageInfo.hasNextPage) break
      after = `"${page.pageInfo.endCursor}"`
    }
    expect(edges).toEqual(['Comment 0', 'Comment 1', 'Comment 2', 'Comment 3', 'Comment 4'])
    const { data } = await ask(
      '{ articles { commentsConnection(first: 1) { edges { cursor } totalCount { value } } } }',
    )
    expect(data.articles.map(({ commentsConnection: { totalCount } }: never) => totalCount)).toContainEqual({
      value: 5,
    })
  })

  it('a document can contain two pages of one relation', async () => {
    const { data } = await ask(
      `{ article(id: "${commented}") { one: commentsConnection(first: 1) { edges { node { content } } }
         two: commentsConnection(first: 2) { edges { node { content } } pageInfo { endCursor } } } }`,
    )
    expect([data.article.one.edges.length, data.article.two.edges.length]).toEqual([1, 2])
  })

  const endCursor = async (field: string): Promise<string> => {
    const { data } = await ask(`{ page: ${field} { pageInfo { endCursor } } }`)
    return data.page.pageInfo.endCursor
  }

  it.each<[string, () => Promise<string>]>([
    ['tampered', async () => `${(await endCursor('articlesConnection(first: 1)')).slice(0, -1)}A`],
    ['made up', async () => 'W10'],
    ['of another list', async () => endCursor('usersConnection(first: 1)')],
    ['of another order', async () => endCursor('articlesConnection(first: 1, sortBy: TITLE)')],
    ['of other filters', async () => endCursor('articlesConnection(first: 1, tag: "odd")')],
  ])('refuses a cursor that is %s', async (_, cursor) => {
    const { problem } = await ask(`{ articlesConnection(after: "${await cursor()}") { edges { cursor } } }`)
    expect(problem).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path: ['after'] }] })
  })

  it('refuses the cursor of another article’s comments', async () => {
    const other = await write('Other', 'none')
    const { data } = await ask(
      `{ article(id: "${commented}") { commentsConnection(first: 1) { pageInfo { endCursor } } } }`,
    )
    const after = data.article.commentsConnection.pageInfo.endCursor
    const { problem } = await ask(
      `{ article(id: "${other}") { commentsConnection(after: "${after}") { edges { cursor } } } }`,
    )
    expect(problem).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it.each(['articlesConnection(first: 0)', 'usersConnection(first: 101)', 'articlesConnection(first: -1)'])(
    'C5.6 refuses %s',
    async (field) => {
      const { problem } = await ask(`{ ${field} { edges { cursor } } }`)
      expect(problem).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path: ['first'] }] })
    },
  )

  describe('C4.4 revisions', () => {
    it('contain the texts before each edit, newest first, and can be restored', async () => {
      const id = await write('First', 'tag')
      const update = (title: string) =>
        mutate(`updateArticle(input: { id: "${id}", title: "${title}" }) { id }`)
      await update('Second')
      await update('Third')
      const document = `{ article(id: "${id}") { title revisions { id title status tags excerpt content createdAt editor { username } } } }`
      const { data } = await ask(document)
      expect(data.article.revisions).toMatchObject([
        { title: 'Second', status: 'PUBLISHED', tags: ['tag'], editor: { username: 'admin' } },
        { title: 'First' },
      ])
      const restored = await mutate(`restoreRevision(id: "${data.article.revisions[1].id}") { title status }`)
      expect(restored.restoreRevision).toEqual({ title: 'First', status: 'PUBLISHED' })
      expect((await ask(document, null)).data.article.revisions).toBeNull()
      expect((await ask(document, author)).data.article.revisions).toHaveLength(3)
    })
  })

  describe('C5.3 searchUsers', () => {
    const findUsers = async (keyword: string, filter = '', as: string | null = AS_ADMIN) => {
      const { data, problem } = await ask(`{ searchUsers(keyword: "${keyword}"${filter}) { username } }`, as)
      return data?.searchUsers.map(({ username }: { username: string }) => username) ?? problem.code
    }
    beforeAll(async () => {
      const input = {
        username: 'zoe',
        name: 'Zoë Ångström_%',
        email: 'z@else.example',
        password: PASSWORD,
        age: 30,
      }
      await mutate('createUser(input: $input) { id }', '$input: CreateUserInput!', { input })
    })

    it('finds the keyword anywhere in username or name, without regard to case and accents', async () => {
      expect(await findUsers('OE')).toEqual(['zoe'])
      expect(await findUsers('angstrom')).toEqual(['zoe'])
      expect(await findUsers('ÅNG')).toEqual(['zoe'])
      expect(await findUsers('nobody')).toEqual([])
    })

    it.each(['%', '_', '_%'])('finds %s literally', async (keyword) =>
      expect(await findUsers(keyword)).toEqual(['zoe']),
    )

    it('searches addresses only for holders of users:read', async () => {
      expect(await findUsers('else.example')).toEqual(['zoe'])
      expect(await findUsers('else.example', '', author)).toEqual([])
      expect(await findUsers('else.example', '', null)).toEqual([])
    })

    it('C3.7 shows other callers the public profiles and themselves', async () => {
      expect(await findUsers('a', '', null)).toEqual(['ada', 'admin'])
      expect(await findUsers('zoe', '', author)).toEqual([])
    })

    it('accepts a filter, whose private parts need users:read', async () => {
      expect(
        await findUsers('o', ', filter: { minAge: 30, maxAge: 30, isActive: true, role: READER }'),
      ).toEqual(['zoe'])
      expect(await findUsers('o', ', filter: { minAge: 31 }')).toEqual([])
      for (const filter of ['minAge: 1', 'maxAge: 1', 'isActive: true'])
        expect(await findUsers('a', `, filter: { ${filter} }`, author)).toBe('FORBIDDEN')
      expect(await findUsers('a', ', filter: { role: AUTHOR }', null)).toEqual(['ada'])
    })

    it.each(['', '  '])('refuses the keyword %j', async (keyword) =>
      expect(await findUsers(keyword)).toBe('BAD_USER_INPUT'),
    )
  })

  describe('C5.3 searchAll', () => {
    beforeAll(async () => {
      await write('Praseodymium', 'search')
      for (const text of ['praseodymium <i>is</i> green & "heavy"', 'more praseodymium'])
        await mutate(`createComment(articleId: "${commented}", content: ${JSON.stringify(text)}) { id }`)
    })
    const search = async (rest = '', as: string | null = AS_ADMIN) => {
      const document = `{ searchAll(query: "praseodymium"${rest}) { totalCount { value precision }
        pageInfo { hasNextPage endCursor } edges { cursor score snippet
          node { __typename ... on Article { title owner { username } } ... on Comment { content author { username } } } } } }`
      return (await ask(document, as)).data.searchAll
    }

    it('returns all matches, best first, with score and snippet', async () => {
      const { edges, totalCount } = await search()
      expect(edges[0].node).toEqual({
        __typename: 'Article',
        title: 'Praseodymium',
        owner: { username: 'ada' },
      })
      expect(
        edges
          .map(({ score }: { score: number }) => score)
          .toSorted()
          .toReversed(),
      ).toEqual(edges.map(({ score }: { score: number }) => score))
      expect(totalCount).toEqual({ value: 3, precision: 'EXACT' })
    })

    it('escapes the text of a snippet, and marks the found words', async () => {
      const { edges } = await search(', types: [COMMENT]')
      const snippets = edges.map(({ snippet }: { snippet: string }) => snippet)
      expect(snippets).toContainEqual(expect.stringContaining('<mark>praseodymium</mark>'))
      for (const snippet of snippets)
        expect(snippet.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']|&(?!\w+;|#39;)/)
    })

    it('returns each hit once in its pages', async () => {
      const seen: string[] = []
      for (let after = ''; ;) {
        const { edges, pageInfo } = await search(`, first: 1${after}`)
        seen.push(...edges.map(({ node }: Edge) => JSON.stringify(node)))
        if (!pageInfo.hasNextPage) break
        after = `, after: "${pageInfo.endCursor}"`
      }
      expect([seen.length, new Set(seen).size]).toEqual([3, 3])
    })

    it('finds a misspelt word, and quotes it', async () => {
      const { data } = await ask('{ searchAll(query: "praseodymum") { edges { snippet } } }')
      expect(data.searchAll.edges[0].snippet).toContain('<mark>')
    })

    it('refuses a cursor of another search, and a blank query', async () => {
      const { pageInfo } = await search(', first: 1')
      const borrowed = await ask(
        `{ searchAll(query: "green", after: "${pageInfo.endCursor}") { edges { cursor } } }`,
      )
      expect(borrowed.problem.problems).toMatchObject([{ path: ['after'] }])
      expect((await ask('{ searchAll(query: " ") { edges { cursor } } }')).problem.code).toBe(
        'BAD_USER_INPUT',
      )
    })
  })

  describe('C3.8 settings and preferences', () => {
    it('users change their own settings part by part', async () => {
      const change = await ask(
        'mutation { updateSettings(input: { theme: DARK }) { locale timezone theme } }',
        author,
      )
      expect(change.data.updateSettings).toEqual({ locale: 'en', timezone: 'UTC', theme: 'DARK' })
      const more = await ask(
        'mutation { updateSettings(input: { locale: "de-CH" }) { locale theme } }',
        author,
      )
      expect(more.data.updateSettings).toEqual({ locale: 'de-CH', theme: 'DARK' })
      const preferences =
        'updatePreferences(input: { newsletter: true }) { newsletter commentNotifications followNotifications }'
      const chosen = await ask(`mutation { ${preferences} }`, author)
      expect(chosen.data.updatePreferences).toEqual({
        newsletter: true,
        commentNotifications: true,
        followNotifications: true,
      })
      const { data } = await ask(
        '{ currentUser { settings { locale theme } preferences { newsletter } } }',
        author,
      )
      expect(data.currentUser).toEqual({
        settings: { locale: 'de-CH', theme: 'DARK' },
        preferences: { newsletter: true },
      })
    })

    it.each([
      ['updateSettings(input: { locale: "no such" }) { locale }', 'locale'],
      ['updateSettings(input: { timezone: "Mars/Olympus" }) { locale }', 'timezone'],
      ['updateSettings(input: { theme: null }) { locale }', 'theme'],
      ['updatePreferences(input: { newsletter: null }) { newsletter }', 'newsletter'],
    ])('%s is refused at its path', async (field, path) => {
      const { problem } = await ask(`mutation { ${field} }`, author)
      expect(problem.problems).toMatchObject([{ path: ['input', path] }])
    })

    it('are empty without a credential', async () => {
      const { problem } = await ask('mutation { updateSettings(input: {}) { locale } }', null)
      expect(problem.code).toBe('UNAUTHENTICATED')
    })
  })
})
