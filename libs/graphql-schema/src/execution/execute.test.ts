import { setTimeout as sleep } from 'node:timers/promises'
import { Article, type Context } from '@content-service/domain'
import {
  aContext,
  anArticle,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
} from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../requests/limits/guards.ts'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../service/schema.ts'
import { executeByGraphqlJs } from '../testing/observed-server.ts'

interface SentOperation {
  readonly query: string
  readonly variables?: object
  readonly context?: Partial<Context>
  readonly method?: string
}

const setUpContent = async () => {
  const tables = new MemoryTables()
  const stores = memoryStores(tables)
  const ada = await stores.users.add(aUser('ada', 'ADMIN'), null)
  const rob = await stores.users.add(aUser('rob'), null)
  return { tables, stores, rob, article: await stores.records(Article).add(anArticle(stores, ada.id)) }
}

const setUp = async ({ timeoutMs = 5_000 } = {}) => {
  const schema = createSchema()
  const limits = { ...DEFAULT_LIMITS, timeoutMs }
  const report = (error: unknown) => expect(error).toBeUndefined()
  const handle = createGraphqlHandler({ schema, limits, report })
  const { tables, stores, rob, article } = await setUpContent()
  const admit = (context: Partial<Context> = {}) => aContext({ stores, caller: callerOf(rob), ...context })
  const complete = (variables: object = {}) => ({ article: article.id, ...variables })
  const askGraphqlJs = ({ query, variables, context }: SentOperation) =>
    executeByGraphqlJs({ schema, query, variables: complete(variables) }, admit(context))
  const ask = async ({ query, variables, context, method = 'POST' }: SentOperation) => {
    const notes: unknown[] = []
    let aborts = 0
    const given = complete(variables)
    const parameters = new URLSearchParams({ query, variables: JSON.stringify(given) })
    const [body, { status }] = await handle({
      method,
      url: method === 'GET' ? `/graphql?${parameters.toString()}` : '/graphql',
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : JSON.stringify({ query, variables: given }),
      raw: null,
      context: {
        domain: admit(context),
        requestId: 'r',
        note: (operation) => void notes.push(operation),
        abort: () => void (aborts += 1),
      },
    })
    return { body: String(body), status, notes, aborts }
  }
  const count = () => ({ comments: tables.comments.size, entries: tables.auditEntries.size })
  return { ask, askGraphqlJs, count, stores }
}

const CREATE = `mutation ($article: ID!, $text: String!) {
  made: createComment(articleId: $article, content: $text) { content author { username } article { title } __typename }
}`
const comment = (text: unknown): SentOperation => ({ query: CREATE, variables: { text } })

type Server = Awaited<ReturnType<typeof setUp>>

/** What the work returns, with the rows that it adds. */
const countAdded = async <Answer>({ count }: Server, work: () => Promise<Answer>) => {
  const before = count()
  const answer = await work()
  const after = count()
  const added = { comments: after.comments - before.comments, entries: after.entries - before.entries }
  return { answer, added }
}

/** The response to the first request, which the following ones receive as well. */
const askOften = async (asked: SentOperation) => {
  const server = await setUp()
  const ask = () => countAdded(server, () => server.ask(asked))
  const first = await ask()
  for (let times = 0; times < 3; times += 1) expect(await ask()).toEqual(first)
  return { server, ...first, body: JSON.parse(first.answer.body) }
}

/** `askOften` for an operation that graphql-js executes with the same result and the same rows. */
const compare = async (asked: SentOperation) => {
  const { server, answer, added, body } = await askOften(asked)
  const { extensions: _, ...result } = body
  const expected = await countAdded(server, () => server.askGraphqlJs(asked))
  expect({ answer: result, added }).toEqual(expected)
  return { ...answer, ...added, body }
}

describe('a mutation answers as graphql-js', () => {
  it('with the written record', async () => {
    const { body, status, notes, comments, entries } = await compare(comment('Well said.'))
    expect(status).toBe(200)
    expect(body.data.made).toMatchObject({ content: 'Well said.', author: { username: 'rob' } })
    expect(notes).toMatchObject([{ type: 'mutation', fields: ['createComment'], hasErrors: false }])
    expect({ comments, entries }).toEqual({ comments: 1, entries: 1 })
  })

  it.each<[string, SentOperation, string, number]>([
    ['a wrong value', comment(''), 'BAD_USER_INPUT', 0],
    ['an unknown record', { ...comment('a'), variables: { text: 'a', article: 'x' } }, 'NOT_FOUND', 0],
    [
      'a missing right',
      { query: 'mutation { createCategory(input: { name: "Mine" }) { name } }' },
      'FORBIDDEN',
      1,
    ],
    [
      'a private field',
      { query: CREATE.replace('title', 'owner { age }'), variables: { text: 'a' } },
      'FORBIDDEN',
      1,
    ],
  ])('with the error and the audit entries of %s', async (_, asked, code, refusals) => {
    const { body, comments, entries } = await compare(asked)
    expect(body.errors[0].extensions.code).toBe(code)
    expect({ comments, entries }).toEqual({ comments: 0, entries: refusals })
  })

  it('with the problems of its variables', async () => {
    const { body } = await askOften(comment(7))
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it.each([
    [
      'with several root fields',
      `mutation ($article: ID!) { __typename a: likeArticle(id: $article) { id } }`,
    ],
    [
      'whose variables select fields',
      'mutation ($article: ID!, $no: Boolean = true) { likeArticle(id: $article) { id title @skip(if: $no) } }',
    ],
    [
      'whose variables select pages',
      'mutation ($article: ID!, $one: Int = 1) { likeArticle(id: $article) { comments(limit: $one) { id } } }',
    ],
  ])('%s', async (_, query) => {
    expect((await compare({ query })).body.errors).toBeUndefined()
  })
})

describe('a mutation', () => {
  it('C12.5 runs once if its response is near the limit of bytes', async () => {
    const settings = { ...aContext().settings, responseLimit: 4_000 }
    const { body, added } = await askOften({ ...comment('x'.repeat(2_000)), context: { settings } })
    expect(body.data.made.content).toHaveLength(2_000)
    expect(added.comments).toBe(1)
  })

  it('C5.8 that takes too long is aborted, and answers TIMEOUT', async () => {
    const server = await setUp({ timeoutMs: 100 })
    const { stores } = server
    for (let times = 0; times < 2; times += 1) await server.ask(comment('in time'))
    const waiting: Context['stores'] = Object.assign(Object.create(stores), {
      withAuditContext: () => waiting,
      atomically: () => sleep(1_000),
    })
    const { body, aborts } = await server.ask({ ...comment('too late'), context: { stores: waiting } })
    expect(JSON.parse(body).errors[0].extensions.code).toBe('TIMEOUT')
    expect(aborts).toBe(1)
  })

  it('does not run for GET', async () => {
    const server = await setUp()
    for (let times = 0; times < 3; times += 1) {
      const { answer, added } = await countAdded(server, () => server.ask({ ...comment('a'), method: 'GET' }))
      expect(answer.status).toBe(405)
      expect(added.comments).toBe(0)
    }
  })
})

describe('a search answers as graphql-js', () => {
  const search = (text: string, selection: string, field = 'searchAll'): SentOperation => ({
    query: `query ($text: String!) { found: ${field}(query: $text) { ${selection} } }`,
    variables: { text },
  })
  const EDGES = `edges { cursor score snippet node { __typename ... on User { username } ... on Article { title } } }
    pageInfo { hasNextPage startCursor endCursor }`

  it('with hits of all types, their cursors and snippets', async () => {
    const { body } = await compare(search('rob', EDGES))
    expect(body.data.found.edges).toMatchObject([{ node: { __typename: 'User', username: 'rob' } }])
    expect(body.data.found.pageInfo.endCursor).toBe(body.data.found.edges[0].cursor)
  })

  it('with the best match', async () => {
    const { body } = await compare(search('rob', '... on User { username }', 'search'))
    expect(body.data.found).toEqual({ username: 'rob' })
  })

  it.each([
    ['nothing is found', 'zeppelin', 'NOT_FOUND'],
    ['the text is blank', ' ', 'BAD_USER_INPUT'],
  ])('with the error if %s', async (_, text, code) => {
    const { body } = await compare(search(text, '__typename', 'search'))
    expect(body.errors[0].extensions.code).toBe(code)
  })

  it('with the number of hits, which is counted once', async () => {
    const server = await setUp()
    let counts = 0
    const { search: found } = server.stores
    const counting: Context['stores'] = Object.assign(Object.create(server.stores), {
      withAuditContext: () => counting,
      search: {
        search: (...args: Parameters<typeof found.search>) => found.search(...args),
        count: (...args: Parameters<typeof found.count>) => {
          counts += 1
          return found.count(...args)
        },
      },
    })
    const asked = { ...search('rob', 'totalCount { value }'), context: { stores: counting } }
    for (let times = 1; times <= 3; times += 1) {
      expect(JSON.parse((await server.ask(asked)).body).data).toEqual({ found: { totalCount: { value: 1 } } })
      expect(counts).toBe(times)
    }
  })
})
