import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '../connections/http-server.ts'
import { basic, JWT_SECRET, startTestService, type TestService } from '../../tests/support/service.ts'
import { readSettings } from './read-settings.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Each limit is far below its default, so that the test can break it with a small request. */
const LOW = {
  MAX_HEADER_BYTES: '2048',
  HEADERS_TIMEOUT_MS: '500',
  KEEP_ALIVE_TIMEOUT_MS: '3000',
  FORM_MAX_BYTES: '2000',
  FORM_MAX_PARAMETERS: '12',
  FORM_MAX_VALUE_LENGTH: '300',
  DATABASE_CONNECTIONS: '3',
  MAX_WAITING_SIGN_INS: '1',
  MAX_WAITING_SEARCHES: '1',
  MAX_WAITING_TASKS: '1',
  RATE_LIMIT_MAX_KEYS: '1',
  TRUST_PROXY: '127.0.0.1',
  CREDENTIAL_CACHE_BYTES: '1024',
  MAX_API_KEYS: '1',
  MAX_WEBHOOKS: '1',
  GRAPHQL_REGISTERED_DOCUMENT_BYTES: '1024',
}

describe('limits are settings', { timeout: 60_000 }, () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', LOW)
  }, 60_000)
  afterAll(() => service.stop())

  const form = async (fields: Readonly<Record<string, string>>) => {
    const init = { method: 'POST', headers: FORM, body: new URLSearchParams(fields) }
    const response = await fetch(`${service.url}/oauth/token`, init)
    return [response.status, ((await response.json()) as { error_description: string }).error_description]
  }
  /**
   * The statuses of 30 requests at once, again until one of them is `wanted`: on a busy machine, requests can come one after
   * the other, so that none of them waits.
   */
  const countStatuses = async (
    wanted: number,
    send: (number: number) => Promise<{ readonly status: number }>,
  ): Promise<ReadonlySet<number>> => {
    const statuses = new Set<number>()
    for (let round = 0; round < 20 && !statuses.has(wanted); round += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, each) => send(round * 30 + each)))
      for (const { status } of answers) statuses.add(status)
    }
    return statuses
  }

  it('MAX_HEADER_BYTES', async () => {
    const response = await fetch(`${service.url}/healthz`, { headers: { 'x-long': 'x'.repeat(3_000) } })
    expect(response.status).toBe(431)
  })

  it('HEADERS_TIMEOUT_MS', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const begun = Date.now()
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408/)
    expect(Date.now() - begun).toBeLessThan(5_000)
  })

  it('KEEP_ALIVE_TIMEOUT_MS', async () => {
    const { headers } = await fetch(`${service.url}/healthz`)
    expect(headers.get('keep-alive')).toBe('timeout=3')
  })

  it.each([
    ['FORM_MAX_BYTES', { username: 'x'.repeat(2_001) }, 413, '2000 bytes'],
    ['FORM_MAX_VALUE_LENGTH', { username: 'x'.repeat(301) }, 400, 'longer than 300 characters'],
    [
      'FORM_MAX_PARAMETERS',
      Object.fromEntries(Array.from({ length: 13 }, (_, number) => [`p${number}`, '1'])),
      400,
      'more than 12 parameters',
    ],
  ])('%s', async (_name, fields, status, message) => {
    expect(await form(fields)).toEqual([status, expect.stringContaining(message)])
  })

  it('FORM_MAX_VALUE_LENGTH holds for the query of the authorization endpoint', async () => {
    const response = await fetch(`${service.url}/oauth/authorize?client_id=${'x'.repeat(301)}`)
    expect(await response.text()).toContain('longer than 300 characters')
  })

  it('MAX_WAITING_SIGN_INS: the others get 503', async () => {
    const statuses = await countStatuses(503, (number) =>
      service.call('GET', '/api/me', { as: basic('admin', `a wrong password ${number}`) }),
    )
    expect(statuses).toContain(503)
  })

  it('MAX_WAITING_SEARCHES: the others get 429', async () => {
    const statuses = await countStatuses(429, () => service.call('GET', '/api/search?query=word'))
    expect(statuses).toEqual(new Set([200, 429]))
  })

  it('MAX_WAITING_TASKS: the others get 503', async () => {
    const query = 'mutation ($email: Email!) { requestPasswordReset(email: $email) }'
    const statuses = await countStatuses(503, (number) =>
      service.graphql(query, { email: `stranger${number}@example.org` }, null),
    )
    expect(statuses).toEqual(new Set([200, 503]))
  })

  it('RATE_LIMIT_MAX_KEYS: a counter drops the least recently used address', async () => {
    const readRemaining = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const response = await service.call('GET', '/api/articles', { as: null, headers })
      return 1_000_000 - Number(response.headers.get('x-ratelimit-remaining'))
    }
    expect([await readRemaining('192.0.2.1'), await readRemaining('192.0.2.1')]).toEqual([1, 2])
    expect([await readRemaining('192.0.2.2'), await readRemaining('192.0.2.1')]).toEqual([1, 1])
  })

  it('CREDENTIAL_CACHE_BYTES: a user who does not fit into the cache is read for each request', async () => {
    const user = { name: 'Rita Reader', email: 'rita@example.org' }
    const { id } = (await service.call('POST', '/api/users', { body: user })).body
    const as = `Bearer ${jwt.sign({ sub: String(id) }, JWT_SECRET, { expiresIn: '15m' })}`
    expect((await service.call('GET', `/api/users/${id}`, { as })).status).toBe(200)
    const change = 'mutation ($id: ID!) { updateUser(input: { id: $id, status: SUSPENDED }) { id } }'
    expect((await service.graphql(change, { id })).status).toBe(200)
    expect((await service.call('GET', `/api/users/${id}`, { as })).status).toBe(403)
  })

  it.each([
    ['MAX_API_KEYS', '/api/api-keys', { name: 'key', scopes: ['articles:read'] }, '1 API keys'],
    [
      'MAX_WEBHOOKS',
      '/api/webhooks',
      { url: 'https://example.org/', events: ['article.published'] },
      '1 webhooks',
    ],
  ])('%s', async (_name, path, body, message) => {
    expect((await service.call('POST', path, { body })).status).toBe(201)
    const refused = await service.call('POST', path, { body })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(message)])
  })

  it('GRAPHQL_REGISTERED_DOCUMENT_BYTES: the service forgets a document that does not fit', async () => {
    const register = async (query: string) => {
      const sha256Hash = createHash('sha256').update(query).digest('hex')
      const extensions = { persistedQuery: { version: 1, sha256Hash } }
      await service.call('POST', '/graphql', { body: { query, extensions } })
      return (await service.call('POST', '/graphql', { body: { extensions } })).body.data
    }
    expect(await register('{ __typename }')).toEqual({ __typename: 'Query' })
    expect(await register(`{ __typename } # ${'x'.repeat(1_000)}`)).toBeUndefined()
  })
})

describe('limits on connections are settings', () => {
  const serve = async (httpLimits: object) => {
    const settings = readSettings({})
    const server = openHttpServer({ ...settings, httpLimits: { ...settings.httpLimits, ...httpLimits } })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    return { server, socket }
  }

  it('SOCKET_TIMEOUT_MS: a connection without a byte ends', async () => {
    const { server, socket } = await serve({ socketTimeoutMs: 100 })
    server.serve(() => undefined)
    const closed = once(socket.resume(), 'close')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await closed
    await server.drain()
  })

  it('RESPONSE_TIMEOUT_MS: a connection ends if its client reads nothing of the response', async () => {
    const { server, socket } = await serve({ responseTimeoutMs: 100 })
    let ended: Promise<unknown> | undefined
    server.serve((_request, response) => {
      ended = once(response, 'close')
      response.end('x'.repeat(20_000_000))
    })
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => ended).toBeDefined()
    await ended
    socket.destroy()
    await server.drain()
  })
})
