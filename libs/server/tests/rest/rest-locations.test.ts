import { openApiDocument } from '@content-service/rest-handlers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../support/cast.ts'
import { JWT_SECRET, startTestService, type TestService } from '../support/service.ts'

interface Documented {
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

/** The paths with a POST that returns the address of the new record. */
const DOCUMENTED = Object.entries(openApiDocument({ baseUrl: 'http://127.0.0.1' }).paths).flatMap(
  ([path, methods]) => {
    const { post } = methods as { readonly post?: Documented }
    return 'Location' in (post?.responses['201']?.headers ?? {}) ? [path] : []
  },
)

const BODIES: Readonly<Record<string, (category: string) => object>> = {
  '/api/users': () => ({ email: 'ada@example.org' }),
  '/api/users/invitations': () => ({ email: 'grace@example.org' }),
  '/api/articles': () => ({ title: 'A title', content: 'Text.' }),
  '/api/articles/{id}/comments': () => ({ content: 'Well said.' }),
  '/api/products': (categoryId) => ({ title: 'Hammer', price: 1, stock: 1, categoryId }),
  '/api/categories': () => ({ name: 'Nails' }),
  '/api/api-keys': () => ({ name: 'A key', scopes: ['articles:read'] }),
  '/api/oauth-clients': () => ({ name: 'An app', grants: ['client_credentials'], scopes: ['articles:read'] }),
  '/api/webhooks': () => ({ url: 'https://events.example/in', events: ['article.published'] }),
}

describe('C6.4 the Location in the response to a POST can be read', () => {
  let service: TestService
  let [article, category]: string[] = []
  beforeAll(async () => {
    service = await startTestService()
    article = await aCast(service, JWT_SECRET).article({ id: '2', as: null })
    category = (await service.call('POST', '/api/categories', { body: { name: 'Tools' } })).body.id
  }, 30_000)
  afterAll(() => service.stop())

  it('covers every path', () => expect(Object.keys(BODIES).toSorted()).toEqual(DOCUMENTED.toSorted()))

  it.each(Object.entries(BODIES))('%s', async (path, bodyIn) => {
    const body = bodyIn(category ?? '')
    const made = await service.call('POST', path.replace('{id}', article ?? ''), { body })
    const read = await service.call('GET', made.headers.get('location') ?? '')
    expect([made.status, read.status, read.body.id]).toEqual([201, 200, made.body.id])
  })
})
