import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, NOBODY, type Cast, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

/** Words of texts that some callers may not read, which no other text contains. */
const HIDDEN = {
  title: 'quagmirish',
  content: 'zephyrlike',
  tag: 'obsidianesque',
  comment: 'marzipanesque',
  replaced: 'turquoiselike',
  name: 'Vellichorine',
  username: 'petrichorine',
} as const
const WORDS = Object.values(HIDDEN)

/** Queries that read all readable content. */
const WALKS = [
  `{ articles(pagination: { limit: 100 }) { id title excerpt tags content owner { id name username } commentCount
      comments { id content author { name } article { id title } } revisions { title content editor { name } } } }`,
  `{ articlesConnection(first: 100) { totalCount { value } edges { node { id title comments { content } } } } }`,
  `{ users(limit: 100) { id username name email profile { bio } articles { title comments { content } } posts { title }
      followers { username } following { username name } } }`,
  `{ usersConnection(first: 100) { totalCount { value } edges { node { id username name articles { tags } } } } }`,
  ...WORDS.flatMap((word) => [
    `{ search(query: "${word}") { __typename } }`,
    `{ searchAll(query: "${word}") { totalCount { value } edges { snippet node { __typename ... on Article { title } } } } }`,
    `{ searchUsers(keyword: "${word}") { id username name } }`,
    `{ articles(tag: "${word}") { id } }`,
    `{ articlesConnection(tag: "${word}") { totalCount { value } edges { cursor } } }`,
  ]),
]
const PAGES = [
  '/api/articles?limit=100',
  '/api/categories',
  '/api/products',
  ...WORDS.map((word) => `/api/search?q=${word}`),
]

/** Every operation that takes the id of an article, a comment or a revision. */
const BY_ID = [
  '{ article(id: "ID") { title } }',
  'mutation { updateArticle(input: { id: "ID", title: "Mine" }) { id } }',
  'mutation { deleteArticle(id: "ID") }',
  'mutation { likeArticle(id: "ID") { id } }',
  'mutation { unlikeArticle(id: "ID") { id } }',
  'mutation { scheduleArticle(id: "ID", publishAt: "2099-01-01T00:00:00Z") { id } }',
  'mutation { unscheduleArticle(id: "ID") { id } }',
  'mutation { createComment(articleId: "ID", content: "Hello") { id } }',
  'mutation { updateComment(id: "ID", content: "Hello") { id } }',
  'mutation { deleteComment(id: "ID") }',
  'mutation { restoreRevision(id: "ID") { id } }',
]
const ADDRESSES = [
  ['GET', '/api/articles/ID'],
  ['HEAD', '/api/articles/ID'],
  ['PATCH', '/api/articles/ID'],
  ['DELETE', '/api/articles/ID'],
  ['GET', '/api/articles/ID/comments'],
  ['GET', '/api/articles/ID/revisions'],
  ['GET', '/api/articles/ID/stats'],
  ['PUT', '/api/articles/ID/like'],
  ['GET', '/api/comments/ID'],
  ['DELETE', '/api/comments/ID'],
] as const

describe.each(SAMPLED_DATABASES)('C4.5 articles that the caller may not read do not leak on %s', (kind) => {
  let service: TestService
  let cast: Cast
  const hidden: Record<string, string> = {}
  const others: Record<string, Person> = { nobody: NOBODY }

  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    const [author, commenter, gone] = [
      await cast.person('AUTHOR'),
      await cast.person('READER'),
      await cast.person('AUTHOR'),
    ]
    Object.assign(others, { reader: await cast.person('READER'), author: await cast.person('AUTHOR') })
    await hide(author, commenter, gone)
  }, 30_000)
  afterAll(() => service.stop())

  const runOperation = async (query: string, variables: object, as?: string | null) => {
    const { body } = await service.graphql(query, variables, as)
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }
  const edit = (input: object) =>
    runOperation('mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { id } }', { input })

  /** A draft, a comment on an archived article, a text that an edit replaced, and a soft-deleted user. */
  const hide = async (author: Person, commenter: Person, gone: Person): Promise<void> => {
    hidden['draft'] = await cast.articleIn(author, 'DRAFT')
    await edit({
      id: hidden['draft'],
      title: `The ${HIDDEN.title}`,
      content: `Some ${HIDDEN.content} text`,
      tags: [HIDDEN.tag],
    })
    hidden['archived'] = await cast.article(author)
    hidden['comment'] = (
      await runOperation(
        'mutation ($id: ID!, $content: String!) { createComment(articleId: $id, content: $content) { id } }',
        { id: hidden['archived'], content: `So ${HIDDEN.comment}` },
        commenter.as,
      )
    ).createComment.id
    await cast.move(hidden['archived'], 'ARCHIVED')
    const corrected = await cast.article(author)
    await edit({ id: corrected, content: `Was ${HIDDEN.replaced}` })
    await edit({ id: corrected, content: 'Is right now' })
    const { article } = await runOperation('query ($id: ID!) { article(id: $id) { revisions { id } } }', {
      id: corrected,
    })
    hidden['revision'] = article.revisions[0].id
    await cast.article(gone)
    await runOperation(`mutation ($input: UpdateUserInput!) { updateUser(input: $input) { id } }`, {
      input: { id: gone.id, name: HIDDEN.name, username: HIDDEN.username },
    })
    await service.call('PATCH', `/api/users/${gone.id}`, { body: { deleted: true } })
  }

  it('the administrator can read all of the hidden texts', async () => {
    const { article } = await runOperation('query ($id: ID!) { article(id: $id) { title content tags } }', {
      id: hidden['draft'],
    })
    expect(JSON.stringify(article)).toMatch(/quagmirish.*zephyrlike.*obsidianesque/)
    const found = await runOperation('{ searchAll(query: "marzipanesque") { totalCount { value } } }', {})
    expect(found.searchAll.totalCount.value).toBe(1)
  })

  describe.each(['nobody', 'reader', 'author'])('to %s', (who) => {
    const as = () => others[who]?.as ?? null

    it.each(WALKS)('%s', async (query) => {
      const { body } = await service.graphql(query, {}, as())
      const answer = JSON.stringify(body).toLowerCase()
      for (const word of WORDS) expect(answer).not.toContain(word.toLowerCase())
      for (const id of Object.values(hidden)) expect(answer).not.toContain(id)
      if (WORDS.some((word) => query.includes(word))) expect(answer).not.toMatch(/"value":[1-9]|"cursor"/)
    })

    it.each(PAGES)('GET %s', async (path) => {
      const { body, headers } = await service.call('GET', path, { as: as() })
      const answer = JSON.stringify([body, [...headers].filter(([name]) => name !== 'link')]).toLowerCase()
      for (const word of WORDS) expect(answer).not.toContain(word.toLowerCase())
    })

    it.each(BY_ID)('an id of an unreadable record names no record: %s', async (query) => {
      const absent = randomUUID()
      const readResponse = async (id: string) => {
        const { status, body } = await service.graphql(query.replace('ID', id), {}, as())
        return JSON.stringify([status, body.data, body.errors]).replaceAll(id, 'ID')
      }
      for (const id of Object.values(hidden)) expect(await readResponse(id)).toBe(await readResponse(absent))
    })

    it.each(ADDRESSES)('an address of an unreadable record does not exist: %s %s', async (method, path) => {
      const absent = randomUUID()
      const readResponse = async (id: string) => {
        const body = method === 'PATCH' ? { body: { title: 'Mine' } } : {}
        const answer = await service.call(method, path.replace('ID', id), { as: as(), ...body })
        const { instance: _, ...problem } = Object(answer.body)
        return JSON.stringify([answer.status, problem, answer.headers.get('etag')]).replaceAll(id, 'ID')
      }
      for (const id of Object.values(hidden)) expect(await readResponse(id)).toBe(await readResponse(absent))
    })
  })
})
