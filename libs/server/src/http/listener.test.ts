import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../tests/support/service.ts'

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

const LIST = JSON.stringify({ query: '{ articles(limit: 2) { id } }' })
const JSON_TYPE = { 'content-type': 'application/json' }

describe('the listener', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { CORS_ORIGINS: 'https://app.example' })
  }, 30_000)
  afterAll(() => service.stop())

  const send = async ({ method = 'GET', path, headers = {}, body }: Sent) => {
    const request = sendRequest(service.url, { path, method, headers })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  it.each([
    ['a query', { method: 'POST', path: '/graphql', headers: JSON_TYPE, body: LIST }],
    ['a list', { path: '/api/articles' }],
    ['a page', { path: '/api/docs' }],
    ['an error', { path: '/api/nothing' }],
    ['a wrong address', { path: '/nothing' }],
    ['a form', { method: 'POST', path: '/oauth/token' }],
    ['a probe', { path: '/healthz' }],
  ])('C10.5 every response has the same headers of security and an id: %s', async (_, sent) => {
    const { headers } = await send(sent)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['/graphql', 'Accept, Origin'],
    ['/api/articles', 'Origin, Authorization, X-API-Key, Accept'],
    ['/api/docs', 'Origin'],
    ['/oauth/token', 'Origin'],
  ])('C10.2 the response to %s depends on its origin', async (path, vary) => {
    const { headers } = await send({ path, headers: { origin: 'https://app.example' } })
    expect(headers['access-control-allow-origin']).toBe('https://app.example')
    expect(headers.vary).toBe(vary)
    const other = await send({ path, headers: { origin: 'https://other.example' } })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    expect(other.headers.vary).toBe(vary)
  })

  it('RFC 9112 §3.2: answers a request with a whole URL as one with a path', async () => {
    const whole = await send({ path: 'http://proxy.example/api/articles?limit=1' })
    expect([whole.status, whole.body]).toEqual([200, (await send({ path: '/api/articles?limit=1' })).body])
  })

  it.each([
    ['gzip', gzipSync(LIST)],
    ['zstd', zstdCompressSync(LIST)],
  ])('reads a body that is compressed with %s', async (coding, body) => {
    const headers = { ...JSON_TYPE, 'content-encoding': coding }
    const { status } = await send({ method: 'POST', path: '/graphql', headers, body })
    expect(status).toBe(200)
  })

  it.each([
    ['an unknown encoding', 'compress', Buffer.from(LIST), 415],
    ['bytes that are not compressed', 'gzip', Buffer.from(LIST), 400],
    ['an incomplete body', 'gzip', gzipSync(LIST).subarray(0, 20), 400],
  ])('refuses %s', async (_, coding, body, expected) => {
    const headers = { ...JSON_TYPE, 'content-encoding': coding }
    const { status } = await send({ method: 'POST', path: '/graphql', headers, body })
    expect(status).toBe(expected)
  })

  it('C6.6: refuses a body that is larger than the limit after it is decompressed', async () => {
    const body = gzipSync(Buffer.alloc(20_000_000, ' '))
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    const { status } = await send({ method: 'POST', path: '/graphql', headers, body })
    expect(status).toBe(413)
  })

  it('does not stop the service if its client leaves before the end of the body', async () => {
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"query"',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await send({ path: '/api/articles' })).status).toBe(200)
  })
})
