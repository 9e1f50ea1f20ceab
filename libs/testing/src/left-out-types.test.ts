import { contentModel, field, record } from '@content-service/domain'
import { findLeftWords, leaveOutTypes, LEGAL_OMISSIONS } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const UUID = '0190a0a0-0000-7000-8000-000000000000'

/** Every operation that only reads, with a value for each variable of its path. */
const readPaths = async (service: TestService<unknown>): Promise<readonly string[]> => {
  const { body } = await service
    .as('ADMIN')
    .rest<{ paths: Record<string, object> }>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, item]) =>
    'get' in item
      ? [path.replace('{id}', path.includes('/users/') ? '1' : UUID).replaceAll(/\{\w+\}/g, UUID)]
      : [],
  )
}

interface RootField {
  readonly name: string
  readonly args: readonly { readonly type: { readonly kind: string }; readonly defaultValue: string | null }[]
  readonly type: { readonly ofType: unknown }
}
const INTROSPECTION =
  '{ __schema { queryType { fields { name args { type { kind } defaultValue } type { kind ofType { kind ofType { kind ofType { kind } } } } } } } }'

const isLeaf = (type: unknown): boolean => {
  const { kind, ofType } = type as { readonly kind: string; readonly ofType?: unknown }
  return ofType ? isLeaf(ofType) : kind === 'SCALAR' || kind === 'ENUM'
}

/** A query of each root field that needs no argument. */
const listQueries = async (service: TestService<unknown>): Promise<readonly string[]> => {
  const { data } = await service
    .as('ADMIN')
    .graphql<{ __schema: { queryType: { fields: readonly RootField[] } } }>(INTROSPECTION)
  const fields = data?.__schema.queryType.fields ?? []
  return fields
    .filter(({ args }) =>
      args.every(({ type, defaultValue }) => type.kind !== 'NON_NULL' || defaultValue !== null),
    )
    .map(({ name, type }) => (isLeaf(type) ? `{ ${name} }` : `{ ${name} { __typename } }`))
}

describe.each(LEGAL_OMISSIONS)('C15.23 a service without %j %j %j %j', { timeout: 60_000 }, (...given) => {
  const without = given.filter(Boolean)

  it('starts, and answers each address and each root field that it has', async () => {
    await using service = await startService({
      content: { model: leaveOutTypes(without) },
      seed: ({ user }) => user('ada', { role: 'EDITOR' }),
    })
    for (const path of await readPaths(service)) {
      const { status } = await service.as('ADMIN').rest('GET', path)
      expect([path, status < 500]).toEqual([path, true])
    }
    const queries = await listQueries(service)
    expect(queries).toContain('{ users { __typename } }')
    for (const query of queries) {
      const { errors = [] } = await service.as('ADMIN').graphql(query)
      expect([query, errors.map(({ message }) => message)]).toEqual([query, []])
    }
    await service.settle()
  })

  it('names no left-out type on its pages and in its status', async () => {
    await using service = await startService({ content: { model: leaveOutTypes(without) } })
    const texts = await Promise.all(
      ['/', '/graphiql/start.js', '/api/model', '/api/status'].map(async (path) => {
        const { body } = await service.as('ADMIN').rest('GET', path)
        return typeof body === 'string' ? body : JSON.stringify(body, null, 1)
      }),
    )
    expect(findLeftWords(texts.join('\n'), without)).toEqual([])
  })
})

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own' } },
  fields: {
    title: field.line(80, { about, search: 'A' }),
    author: field.owner({ about, inverse: 'recipes' }),
  },
})
const ALL = ['Article', 'Comment', 'Product', 'Category'] as const
const content = { model: contentModel([Recipe], { without: ALL }) }

describe('C15.23 a service with a type of a team alone', () => {
  it('serves the type', async () => {
    await using service = await startService({ content })
    const reader = service.as('READER')
    const { status } = await reader.rest('POST', '/api/recipes', { body: { title: 'Soup' } })
    expect(status).toBe(201)
    await service.settle()
    const { data, errors } = await reader.graphql(
      '{ recipes { title author { username recipes { title } } } searchAll(query: "soup") { edges { node { __typename } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      recipes: [{ title: 'Soup', author: { recipes: [{ title: 'Soup' }] } }],
      searchAll: { edges: [{ node: { __typename: 'Recipe' } }] },
    })
  })

  it.each([
    'articles',
    'articles/1',
    'articles/1/revisions',
    'articles/1/like',
    'comments',
    'products',
    'categories',
  ])('answers /api/%s as any unknown address', async (path) => {
    await using service = await startService({ content })
    const [left, unknown] = await Promise.all(
      [path, 'nothing'].map((each) =>
        service.as('ADMIN').rest<Record<string, unknown>>('GET', `/api/${each}`),
      ),
    )
    expect(left?.status).toBe(404)
    expect({ ...left?.body, instance: null }).toEqual({ ...unknown?.body, instance: null })
  })

  it('refuses scopes and events of what is left out', async () => {
    await using service = await startService({ content })
    const admin = service.as('ADMIN')
    const key = await admin.rest('POST', '/api/api-keys', { body: { name: 'k', scopes: ['articles:read'] } })
    expect(key.status).toBe(422)
    const hook = { url: 'https://example.org/', events: ['article.published'] }
    expect((await admin.rest('POST', '/api/webhooks', { body: hook })).status).toBe(422)
    const search = await admin.rest('GET', '/api/search?query=a&types=ARTICLE')
    expect(search.status).toBe(400)
  })
})

describe.each(['memory', 'pglite'] as const)('C15.23 on %s', { timeout: 60_000 }, (database) => {
  it('does its jobs, and exports the data of a person without the left-out types', async () => {
    const model = contentModel([], { without: ALL })
    await using service = await startService({
      content: { model },
      database,
      seed: ({ user }) => user('ada'),
    })
    const ada = service.as(service.seeded)
    await ada.graphql('mutation { exportMyData { id } }')
    await service.settle()
    const { body } = await ada.rest<{ state: string; url: string }>('GET', '/api/me/export')
    expect(body.state).toBe('READY')
    const lines = (await (await fetch(body.url)).text()).trim().split('\n')
    const types = lines.map((line) => JSON.parse(line).type)
    expect(types).toContain('user')
    expect(findLeftWords(types.join('\n'), ALL)).toEqual([])
    expect(types).not.toContain('like')
    await service.clock.advance('60d')
    await service.settle()
  })
})
