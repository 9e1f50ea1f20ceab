import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../testing/cast.ts'
import { JWT_SECRET, startTestService, type TestService } from '../testing/service.ts'

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const graphql = (query: string, headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ query }),
})

/** Express answers a request with this header. */
const THROUGH_EXPRESS = { 'x-forwarded-proto': 'http' }

/** Facts that differ between two equal requests. */
const VARYING = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit'])

const hideRequestIds = (body: string): string => body.replaceAll(/[0-9a-f-]{36}/g, 'an id')

describe.each<readonly [string, Readonly<Record<string, string>>]>([
  ['without CORS', {}],
  ['with CORS for all origins', { CORS_ORIGINS: '*' }],
  ['with CORS for one origin', { CORS_ORIGINS: 'https://app.example' }],
])('a request that is answered in front of express, %s', (_, settings) => {
  let service: TestService
  let article: string
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', settings)
    article = await aCast(service, JWT_SECRET).article({ id: '2', as: null })
  }, 30_000)
  afterAll(() => service.stop())

  const send = async ({ method = 'GET', path, headers = {}, body }: Sent) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = sendRequest(service.url + path, { method, headers: { ...headers, ...length } })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const shown = Object.entries(response.headers).filter(([name]) => !VARYING.has(name))
    return {
      status: response.statusCode,
      headers: Object.fromEntries(shown.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      names: Object.keys(response.headers).toSorted(),
      body: hideRequestIds(await text(response)),
    }
  }

  const LIST = '{ articles(limit: 2) { id title owner { username } } }'
  const requests = (): readonly Sent[] => [
    graphql(LIST),
    graphql(LIST),
    graphql(LIST),
    graphql(LIST, { accept: 'application/graphql-response+json' }),
    graphql(LIST, { accept: 'text/html' }),
    graphql(LIST, { authorization: 'Bearer wrong' }),
    graphql(LIST, { 'x-api-key': 'wrong' }),
    graphql(LIST, { origin: 'https://app.example' }),
    graphql(`{ article(id: "${article}") { title } }`),
    graphql('{ nothing }'),
    graphql('{ currentUser { id } webhooks { id } }'),
    graphql('mutation { deleteArticle(id: "none") }'),
    { ...graphql(LIST), body: '{"query":' },
    { ...graphql(LIST), body: '[]' },
    { ...graphql(LIST), body: '' },
    { path: '/api/articles' },
    { path: '/api/articles' },
    { path: '/api/articles?limit=1&page=2' },
    { path: '/api/articles?limit=0' },
    { path: '/api/articles?access_token=x' },
    { path: `/api/articles/${article}` },
    { path: `/api/articles/${article}`, headers: { origin: 'https://app.example' } },
    { path: `/api/articles/${article}`, headers: { 'if-none-match': '*' } },
    { path: `/api/articles/${article}`, headers: { accept: 'image/png' } },
    { path: '/api/users' },
    { path: '/api/users/2', headers: { authorization: 'Basic d3Jvbmc6d3Jvbmc=' } },
    { path: '/healthz' },
    { path: '/healthz', headers: { origin: 'https://app.example', authorization: 'Bearer wrong' } },
    { path: '/api/nothing' },
    { path: '/api/articles', headers: { 'accept-encoding': 'br' } },
    { path: '/api/articles', headers: { 'accept-encoding': 'gzip;q=0.5, zstd;q=0' } },
    graphql(LIST, { 'accept-encoding': 'zstd' }),
    { path: '/api/articles', headers: { 'x-api-key': 'a', authorization: 'Bearer b' } },
  ]

  it('has the status, the headers and the body that express gives', async () => {
    await send({ path: '/api/articles' })
    for (const sent of requests()) {
      const direct = await send(sent)
      const express = await send({ ...sent, headers: { ...sent.headers, ...THROUGH_EXPRESS } })
      expect(direct, JSON.stringify(sent)).toEqual(express)
    }
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
