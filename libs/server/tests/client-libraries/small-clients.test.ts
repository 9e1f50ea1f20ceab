import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { ClientError, GraphQLClient } from 'graphql-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, startTestService, type TestService } from '../support/service.ts'

const USER = 'query ($id: ID!) { user(id: $id) { name } }'
const PAGE =
  'query ($after: String) { articlesConnection(first: 4, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }'
const CREATE =
  'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { title owner { username } } }'

interface Page {
  readonly articlesConnection: {
    readonly edges: readonly { readonly node: { readonly id: string } }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
}

const article = (title: string) => ({ input: { title, content: 'Text.', authorId: '6' } })
const BLANK_TITLE = {
  code: 'BAD_USER_INPUT',
  problems: [{ path: ['input', 'title'], message: 'must not be blank' }],
}

/** The ids of all articles, page by page. */
const allIds = async (
  ask: (after: string | null) => Promise<Page | undefined>,
): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const page: Page['articlesConnection'] | undefined = (await ask(after))?.articlesConnection
    ids.push(...(page?.edges.map(({ node }) => node.id) ?? []))
    after = page?.pageInfo.endCursor ?? null
    more = page?.pageInfo.hasNextPage ?? false
  }
  return ids
}

const WRONG_PASSWORD = basic('admin', 'not the password')

let service: TestService

beforeAll(async () => {
  service = await startTestService('PostgreSQL', { SAMPLE_CONTENT: 'true' })
}, 30_000)
afterAll(() => service.stop())

describe('C5.1 urql', () => {
  const clientAs = (authorization?: string) =>
    new Client({
      url: `${service.url}/graphql`,
      exchanges: [cacheExchange, fetchExchange],
      fetchOptions: authorization === undefined ? {} : { headers: { authorization } },
      preferGetMethod: false,
    })

  it.each([false, 'force'] as const)('sends variables, preferGetMethod: %s', async (preferGetMethod) => {
    const { data, error } = await clientAs().query(USER, { id: '2' }, { preferGetMethod })
    expect([data, error]).toEqual([{ user: { __typename: 'User', name: 'Mira Okafor' } }, undefined])
  })

  it('pages through a connection', async () => {
    const client = clientAs()
    const ids = await allIds(async (after) => (await client.query<Page>(PAGE, { after })).data)
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
  })

  it('writes, and reports refusals with their code', async () => {
    const written = await clientAs(AS_ADMIN).mutation(CREATE, article('From urql'))
    expect(written.data?.createArticle).toMatchObject({ title: 'From urql', owner: { username: 'admin' } })
    const refused = await clientAs(AS_ADMIN).mutation(CREATE, article(' '))
    expect(refused.error?.graphQLErrors.map(({ extensions }) => extensions)).toEqual([BLANK_TITLE])
    const nobody = await clientAs().mutation(CREATE, article('Nobody'))
    expect(nobody.error?.graphQLErrors.map(({ extensions }) => extensions['code'])).toEqual([
      'UNAUTHENTICATED',
    ])
  })

  it('C11.1 receives published articles', async () => {
    const client = new Client({
      url: `${service.url}/graphql`,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      preferGetMethod: false,
    })
    const heard: unknown[] = []
    const subscription = client.subscription('subscription { articlePublished { title } }', {})
    const { unsubscribe } = subscription.subscribe(({ data, error }) => heard.push(error ?? data))
    const input = { ...article('Told to urql').input, status: 'PUBLISHED' }
    // The client does not report when it listens: it creates articles until it receives the first event.
    while (heard.length === 0) await clientAs(AS_ADMIN).mutation(CREATE, { input })
    expect(heard[0]).toMatchObject({ articlePublished: { title: 'Told to urql' } })
    unsubscribe()
  })

  it('C5.7 reports the status of a credential that was refused before GraphQL', async () => {
    const { data, error } = await clientAs(WRONG_PASSWORD).query(USER, { id: '2' })
    expect([data, error?.response?.status]).toEqual([undefined, 401])
  })
})

describe('C5.1 graphql-request', () => {
  const clientAs = (authorization?: string) =>
    new GraphQLClient(`${service.url}/graphql`, { headers: authorization ? { authorization } : {} })
  const readRefusal = async (client: GraphQLClient, title: string) => {
    const failure: unknown = await client.request(CREATE, article(title)).catch((error: unknown) => error)
    if (!(failure instanceof ClientError)) throw new Error('It was not refused.', { cause: failure })
    return { status: failure.response.status, extensions: failure.response.errors?.[0]?.extensions }
  }

  it('sends variables', async () => {
    expect(await clientAs().request(USER, { id: '2' })).toEqual({ user: { name: 'Mira Okafor' } })
  })

  it('pages through a connection', async () => {
    const ids = await allIds((after) => clientAs().request<Page>(PAGE, { after }))
    expect(ids.length).toBeGreaterThanOrEqual(10)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('writes, and reports refusals with their code and status', async () => {
    expect(await clientAs(AS_ADMIN).request(CREATE, article('From graphql-request'))).toEqual({
      createArticle: { title: 'From graphql-request', owner: { username: 'admin' } },
    })
    expect(await readRefusal(clientAs(AS_ADMIN), ' ')).toEqual({ status: 200, extensions: BLANK_TITLE })
    expect(await readRefusal(clientAs(), 'Nobody')).toEqual({
      status: 401,
      extensions: { code: 'UNAUTHENTICATED' },
    })
  })

  it('C5.7 reports the status of a credential that was refused before GraphQL', async () => {
    const failure: unknown = await clientAs(WRONG_PASSWORD)
      .request(USER, { id: '2' })
      .catch((error: unknown) => error)
    expect(failure instanceof ClientError && failure.response).toMatchObject({ status: 401 })
  })
})

describe('C11.1 urql', () => {
  // This test comes last, because it publishes an article, which other tests would count.
  it('subscribes at the address of its queries, accepting both', async () => {
    const options = {
      url: `${service.url}/graphql`,
      exchanges: [fetchExchange],
      preferGetMethod: false as const,
    }
    const heard = Promise.withResolvers<unknown>()
    const { unsubscribe } = new Client({ ...options, fetchSubscriptions: true })
      .subscription('subscription { articlePublished { title } }', {})
      .subscribe(({ data, error }) => heard.resolve(error ?? data))
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^graphql_streams_open 1$/m)
    const writer = new Client({ ...options, fetchOptions: { headers: { authorization: AS_ADMIN } } })
    await writer.mutation(CREATE, { input: { ...article('Told').input, status: 'PUBLISHED' } })
    expect(await heard.promise).toMatchObject({ articlePublished: { title: 'Told' } })
    unsubscribe()
  })
})
