import { startService, type TestService } from '@content-service/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql } from './documents/index.ts'
import { type Client, createClient, type RestPaths } from './index.ts'

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five']

let service: TestService<void>
let authorId: string
let editor: Client<RestPaths>
let anonymous: Client<RestPaths>
beforeAll(async () => {
  service = await startService({
    seed: async ({ user, article }) => {
      const ada = await user('ada', { role: 'AUTHOR', password: 'maroon kettle drifts' })
      for (const title of TITLES) await article(ada, { title, status: 'PUBLISHED' })
    },
  })
  editor = createClient({ url: service.url, token: await service.as('EDITOR').token() })
  authorId = String((await service.as('EDITOR').user())?.id)
  anonymous = createClient({ url: service.url })
})
afterAll(() => service.stop())

const addArticle = graphql(`
  mutation ($authorId: ID!, $title: String!) {
    createArticle(input: { authorId: $authorId, title: $title, content: "Text." }) {
      id
      version
    }
  }
`)
const listTitles = graphql(`
  query ($first: Int!, $after: String) {
    articlesConnection(first: $first, after: $after, sortBy: CREATED_AT, direction: ASC) {
      edges {
        node {
          title
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

describe('GraphQL', () => {
  it('gives the data of a document', async () => {
    const result = await editor.graphql(addArticle, { authorId, title: 'Typed' })
    expect(result).toEqual({ ok: true, data: { createArticle: { id: expect.any(String), version: 1 } } })
  })

  it('runs a plain text, whose data has no type', async () => {
    expect(await anonymous.graphql('{ articles(pagination: { limit: 1 }) { title } }')).toMatchObject({
      ok: true,
    })
  })

  it('gives the code and the problems of an error', async () => {
    const result = await editor.graphql(addArticle, { authorId, title: '' })
    expect(result.ok || result.error).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 200,
      requestId: expect.any(String),
      problems: [{ path: ['input', 'title'], message: expect.any(String) }],
      errors: [{ path: ['createArticle'] }],
    })
  })

  it('says how to renew the types when the service does not know a field', async () => {
    const result = await anonymous.graphql('{ moods }')
    expect(result.ok || result.error.message).toBe(
      'Cannot query field "moods" on type "Query". If your types are of another version of the service, write them anew: npx @content-service/client types URL',
    )
  })

  it('reads a connection page by page', async () => {
    const pages = anonymous.graphql.pages(listTitles, { first: 2 }, (data) => data.articlesConnection)
    const titles: string[][] = []
    for await (const { edges } of pages) titles.push(edges.map(({ node }) => node.title))
    expect(titles).toEqual([['One', 'Two'], ['Three', 'Four'], ['Five']])
  })

  it('stops with an error when a document forgets the cursor', async () => {
    const text = '{ articlesConnection(first: 1) { pageInfo { hasNextPage endCursor } } }'
    type Data = { articlesConnection: { pageInfo: { hasNextPage: boolean; endCursor: string } } }
    const pages = anonymous.graphql.pages<Data, { after?: string }, Data['articlesConnection']>(
      text,
      {},
      (data) => data.articlesConnection,
    )
    const read = async () => {
      for await (const _ of pages);
    }
    await expect(read()).rejects.toThrow('give $after to the connection')
  })

  it('refuses a parsed document, and says how to write one', async () => {
    await expect(anonymous.graphql({ kind: 'Document' } as never)).rejects.toThrow('The document is no text.')
  })
})

describe('REST', () => {
  it('gives the data, the status and the entity tag', async () => {
    const result = await editor.rest.post('/api/articles', { body: { title: 'Rest', content: 'Text.' } })
    expect(result).toMatchObject({
      ok: true,
      status: 201,
      etag: expect.stringMatching(/^"/),
      data: { title: 'Rest' },
    })
  })

  it('fills the path and the query', async () => {
    const { body } = await service.anonymous.rest<{ id: string }[]>('GET', '/api/articles')
    const params = { id: body[0]?.id ?? '' }
    expect(await anonymous.rest.get('/api/articles/{id}', { params })).toMatchObject({
      ok: true,
      status: 200,
    })
    const listed = await anonymous.rest.get('/api/articles', { query: { limit: 2, sortBy: 'title' } })
    expect(listed.ok && listed.data.map(({ title }) => title)).toEqual(['Two', 'Three'])
  })

  it.each(['..', '.', '', undefined, '\ud800'])('refuses %j as a part of a path', async (id) => {
    const params = { id: id as string }
    await expect(anonymous.rest.get('/api/articles/{id}', { params })).rejects.toThrow('params.id')
  })

  it('keeps a slash in a parameter', async () => {
    const result = await anonymous.rest.get('/api/articles/{id}', { params: { id: '../users' } })
    expect(result.ok || result.error.code).toBe('NOT_FOUND')
  })

  it('writes only over the version that the entity tag names', async () => {
    const made = await editor.rest.post('/api/articles', { body: { title: 'First', content: 'Text.' } })
    if (!made.ok) throw made.error
    const params = { id: made.data.id }
    const ifMatch = made.etag ?? ''
    const write = (title: string) =>
      editor.rest.patch('/api/articles/{id}', { params, ifMatch, body: { title } })
    expect(await write('Second')).toMatchObject({ ok: true })
    expect(await write('Third')).toMatchObject({
      ok: false,
      error: { code: 'PRECONDITION_FAILED', status: 412 },
    })
  })

  it('gives the problems of a body as paths', async () => {
    const result = await editor.rest.post('/api/articles', { body: { title: '', content: 'Text.' } })
    expect(result.ok || result.error).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 422,
      problems: [{ path: ['title'] }],
    })
  })

  it('gives the value that stands against stored data', async () => {
    const admin = createClient({ url: service.url, token: await service.as('ADMIN').token() })
    const body = { email: 'taken@example.org' }
    await admin.rest.post('/api/users', { body })
    const result = await admin.rest.post('/api/users', { body })
    expect(result.ok || result.error).toMatchObject({
      code: 'CONFLICT',
      status: 409,
      problems: [{ path: ['email'], message: expect.any(String) }],
    })
  })

  it('gives undefined for a response without content', async () => {
    const { body } = await service.anonymous.rest<{ id: string }[]>('GET', '/api/articles')
    const params = { id: body[0]?.id ?? '' }
    expect(await editor.rest.put('/api/articles/{id}/like', { params })).toMatchObject({
      ok: true,
      status: 204,
      data: undefined,
    })
  })

  it('reads a list page by page', async () => {
    const query = { limit: 2, sortBy: 'createdAt', direction: 'ASC' } as const
    const pages = []
    for await (const { items, totalCount, totalIsExact } of anonymous.rest.pages('/api/articles', { query }))
      pages.push([items.map(({ title }) => title), totalCount, totalIsExact])
    expect(pages).toEqual([
      [['One', 'Two'], 5, true],
      [['Three', 'Four'], 5, true],
      [['Five'], 5, true],
    ])
  })
})

describe('sign-in', () => {
  it('with an API key, with a name and a password, and with a token', async () => {
    const basic = { username: 'ada', password: 'maroon kettle drifts' }
    const ada = createClient({ url: service.url, basic })
    const made = await ada.rest.post('/api/api-keys', { body: { name: 'test', scopes: ['articles:read'] } })
    if (!made.ok) throw made.error
    const byKey = createClient({ url: service.url, apiKey: made.data.key })
    const byToken = createClient({
      url: service.url,
      token: () => service.as('EDITOR').token() as Promise<string>,
    })
    for (const client of [ada, byKey, byToken])
      expect(await client.rest.get('/api/articles', { query: { limit: 1 } })).toMatchObject({ ok: true })
    expect(await byToken.rest.get('/api/me')).toMatchObject({ ok: true, data: { username: 'editor' } })
  })

  it('reports a credential that the service refuses', async () => {
    const wrong = createClient({ url: service.url, token: 'nonsense' })
    expect(await wrong.graphql('{ __typename }')).toMatchObject({
      ok: false,
      error: { code: 'INVALID_TOKEN', status: 403 },
    })
  })

  it('refuses two credentials', () => {
    expect(() => createClient({ url: service.url, token: 'a', apiKey: 'b' })).toThrow(
      'Give one of apiKey and token, not both.',
    )
  })
})

describe('the address', () => {
  it.each(['content.example', 'ftp://content.example', ''])('%j is refused', (url) => {
    expect(() => createClient({ url })).toThrow('Give the URL of the service')
  })

  it('with a password is refused', () => {
    expect(() => createClient({ url: 'https://ada:secret@content.example' })).toThrow('without a password')
  })

  it('can have a path', async () => {
    const asked: string[] = []
    const fetch = async (url: unknown) => {
      asked.push(String(url))
      return Response.json([])
    }
    await createClient({ url: 'https://example.org/content/', fetch }).rest.get('/api/articles')
    expect(asked).toEqual(['https://example.org/content/api/articles'])
  })
})
