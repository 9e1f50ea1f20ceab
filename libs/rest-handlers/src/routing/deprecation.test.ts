import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Deprecation } from '../requests/query-parameter.ts'
import { createJsonResponse } from '../protocol/http.ts'
import { openApiDocument } from '../openapi/document.ts'
import { createRestHandler } from '../service/rest-handler.ts'
import { wordSchema } from '../schemas/schema-terms.ts'
import { aRestWorld } from '../testing/rest-world.ts'
import type { Route } from './route.ts'

const OLD: Deprecation = {
  since: '2026-11-20T00:00:00Z',
  sunset: '2027-06-20T00:00:00Z',
  instead: 'Use `/api/products` instead.',
}
const word = (more: object = {}) => ({ schema: wordSchema(['yes'], 'A word.'), ...more })

const endpoint: Endpoint = {
  handler: async () => createJsonResponse(200, []),
  operation: 'products',
  summary: 'List things',
  access: 'anyone',
  query: {
    kept: word(),
    old: word({ deprecated: OLD }),
    older: word({ deprecated: { since: OLD.since, instead: 'Leave it away.' } }),
  },
  answers: [{ status: 200, description: 'The things.', headers: [] }],
}
const createRoute = (more: Partial<Endpoint>): Route => ({
  path: '/api/things',
  tag: 'Products',
  methods: { GET: { ...endpoint, ...more } },
})

const options = { baseUrl: 'https://content.example', report: () => undefined, requireIfMatch: false }

const readHeaders = async (query: string, more: Partial<Endpoint> = {}) => {
  const { context } = await aRestWorld()
  const handle = createRestHandler(options, [createRoute(more)])
  const request = { method: 'GET', path: '/api/things', headers: {}, body: new Uint8Array(), id: 'request-1' }
  const { headers } = await handle({ ...request, query: new URLSearchParams(query) }, context)
  return [headers['deprecation'], headers['sunset']]
}

const SOON = ['@1795132800', 'Sun, 20 Jun 2027 00:00:00 GMT']

describe('C6.11 a deprecated operation', () => {
  it('has headers with its time of deprecation (RFC 9745) and of removal (RFC 8594)', async () => {
    expect(await readHeaders('', { deprecated: OLD })).toEqual(SOON)
    expect(await readHeaders('')).toEqual([undefined, undefined])
  })

  it('a deprecated parameter has them when it is used; of several parameters, that with the earliest removal', async () => {
    expect(await readHeaders('kept=yes')).toEqual([undefined, undefined])
    expect(await readHeaders('older=yes')).toEqual(['@1795132800', undefined])
    expect(await readHeaders('older=yes&old=yes')).toEqual(SOON)
    expect(await readHeaders('constructor=yes')).toEqual([undefined, undefined])
  })

  it('is marked in the document, with its replacement', () => {
    const { paths } = openApiDocument(options, [createRoute({ deprecated: OLD })])
    const operation = paths['/api/things']?.get
    expect(operation).toMatchObject({ deprecated: true, description: OLD.instead })
    expect(operation).toHaveProperty(['responses', '200', 'headers', 'Deprecation'])
    expect(operation?.parameters).toMatchObject([
      { name: 'kept', description: 'A word.' },
      { name: 'old', description: 'A word. Use `/api/products` instead.', deprecated: true },
      { name: 'older', deprecated: true },
    ])
  })
})
