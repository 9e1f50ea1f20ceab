import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './express.ts'
import { handler } from './fetch.ts'

const AS_ADA = { authorization: 'Bearer the-token-of-ada' }
const JSON_BODY = { 'content-type': 'application/json' }

const server = createServer(app)
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

type Ask = (path: string, init?: RequestInit) => Promise<Response>
const MOUNTED: readonly (readonly [string, Ask])[] = [
  [
    'express',
    (path, init) => fetch(origin() + path, { ...init, headers: { connection: 'close', ...init?.headers } }),
  ],
  ['the Fetch API', (path, init) => handler(new Request(`https://content.example${path}`, init))],
]

describe.each(MOUNTED)('C1.1 the handlers mounted elsewhere: %s', (_, ask) => {
  it('reads public content, with the headers of a list', async () => {
    const response = await ask('/api/articles?limit=1&sortBy=createdAt&direction=ASC')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(await response.json()).toMatchObject([{ title: 'Mounted elsewhere' }])
  })

  it('writes as the caller of the context, and reads the record at its Location', async () => {
    const body = JSON.stringify({ title: 'By hand', content: 'Text: ü.' })
    const made = await ask('/api/articles', { method: 'POST', headers: { ...AS_ADA, ...JSON_BODY }, body })
    expect(made.status).toBe(201)
    const found = await ask(made.headers.get('location') ?? '', { headers: AS_ADA })
    expect(await found.json()).toMatchObject({ title: 'By hand', content: 'Text: ü.' })
  })

  it('refuses as problem+json, with the id of the request', async () => {
    const response = await ask('/api/articles', { method: 'POST', headers: JSON_BODY, body: '{}' })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ])
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED', instance: expect.any(String) })
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const path = '/api/articles?limit=1'
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
    const length = String((await get.arrayBuffer()).byteLength)
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, ''])
    expect(head.headers.get('x-total-count')).toBe(get.headers.get('x-total-count'))
  })

  it('lists the allowed methods without a body, and refuses another method', async () => {
    const options = await ask('/api/articles', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS'])
    expect((await ask('/api/articles', { method: 'DELETE' })).status).toBe(405)
  })
})

it('C6.6 the Fetch handler reads a body up to its limit, and responds with 413 to authorized callers', async () => {
  const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(5 * 1024 * 1024) })
  const post = (headers: Record<string, string>) =>
    handler(
      new Request('https://content.example/api/articles', {
        method: 'POST',
        headers: { ...JSON_BODY, ...headers },
        body,
      }),
    )
  expect((await post({})).status).toBe(401)
  expect((await post(AS_ADA)).status).toBe(413)
})

describe('C12.12 the handlers leave the body of a refused request unread', () => {
  const head = (length: number) =>
    [
      'POST /api/articles HTTP/1.1',
      `Host: ${new URL(origin()).host}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      '',
      '',
    ].join('\r\n')

  it.each([1_000, 5_000_000])('express responds before %d bytes arrive', async (length) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(head(length))
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('express refuses a larger body than its limit after the permission', async () => {
    const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(5 * 1024 * 1024) })
    const headers = { ...AS_ADA, ...JSON_BODY, connection: 'close' }
    expect((await fetch(`${origin()}/api/articles`, { method: 'POST', headers, body })).status).toBe(413)
  })

  it('the Fetch handler reads no chunk', async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(Buffer.from('[')))
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const init = { method: 'POST', headers: JSON_BODY, body, duplex: 'half' as const }
    const response = await handler(new Request('https://content.example/api/articles', init))
    expect([response.status, pull.mock.calls.length]).toEqual([401, 0])
  })
})

it('the README shows both programs', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const shown = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, program]) => program)
  // The second program of the README continues the first one.
  const programs = ['express.ts', 'fetch.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').replace(/^import .* from '\.\/express\.ts'\n/m, ''),
  )
  expect(shown).toEqual(expect.arrayContaining(programs))
})
