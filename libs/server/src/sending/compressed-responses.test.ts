import { request as sendRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JWT_SECRET, startTestService, type TestService } from '../../tests/support/service.ts'

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const
const CODINGS = ['br', 'gzip', 'zstd'] as const
/** Above the length that is compressed on the event loop, and above a piece. */
const LONG_TEXT = 'A sentence of a long article. '.repeat(4_000)

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

describe('C15.2 compressed responses', () => {
  let service: TestService
  let short: string
  let middle: string
  let long: string
  const create = async (content: string): Promise<string> => {
    const body = { title: 'An article', content, authorId: '2' }
    return `/api/articles/${(await service.call('POST', '/api/articles', { body })).body.id}`
  }
  beforeAll(async () => {
    service = await startTestService()
    short = await create('Few words.')
    middle = await create('Some words of an article. '.repeat(100))
    long = await create(LONG_TEXT)
  }, 30_000)
  afterAll(() => service.stop())

  const admin = () => `Bearer ${jwt.sign({ sub: '2' }, JWT_SECRET, { expiresIn: '5m' })}`
  const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent ?? '') }
      const request = sendRequest(service.url + path, {
        method,
        headers: { authorization: admin(), ...(sent !== undefined && type), ...headers },
      })
      request.once('response', resolve).once('error', reject).end(sent)
    })
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }
  const accept = (coding: string) => ({ headers: { 'accept-encoding': coding } })

  it.each(CODINGS)('have the same content in %s, and a tag of their own', async (coding) => {
    for (const path of [middle, long]) {
      const plain = await send(path)
      const coded = await send(path, accept(coding))
      expect(coded.headers['content-encoding']).toBe(coding)
      expect(coded.headers['content-length']).toBe(String(coded.body.length))
      expect(coded.body.length).toBeLessThan(plain.body.length / 2)
      expect(DECODE[coding](coded.body).equals(plain.body)).toBe(true)
      expect(coded.headers.etag).toBe(plain.headers.etag?.replace(/"$/, `-${coding}"`))
      const head = await send(path, { method: 'HEAD', ...accept(coding) })
      const named = ({
        etag,
        'content-length': length,
        'content-encoding': used,
      }: IncomingMessage['headers']) => ({
        etag,
        length,
        used,
      })
      expect(named(head.headers)).toEqual(named(coded.headers))
    }
  })

  it('vary by Accept-Encoding, also without compression and as 304', async () => {
    const plain = await send(middle)
    expect(plain.headers.vary).toMatch(/, Accept-Encoding$/)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const known = await send(middle, { headers: { 'if-none-match': String(plain.headers.etag) } })
    expect([known.status, known.headers.vary]).toEqual([304, plain.headers.vary])
  })

  it('leave content below 1 KB as it is', async () => {
    const { headers, body } = await send(short, accept('br'))
    expect([headers['content-encoding'], headers.etag?.endsWith('-br"')]).toEqual([undefined, false])
    expect(headers.vary).not.toMatch(/Accept-Encoding/)
    expect(body.length).toBeLessThan(1_024)
  })

  it('exist for problems, GraphQL and the OpenAPI document', async () => {
    const problem = await send('/api/articles', {
      method: 'POST',
      body: Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`unknown${place}`, 1])),
      ...accept('gzip'),
    })
    expect([problem.status, problem.headers['content-encoding']]).toEqual([422, 'gzip'])
    expect(JSON.parse(gunzipSync(problem.body).toString()).code).toBe('BAD_USER_INPUT')
    const query = '{ articles { id title content } }'
    for (const _ of [1, 2, 3]) {
      const answer = await send('/graphql', { method: 'POST', body: { query }, ...accept('br') })
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        'br',
        expect.stringMatching(/Accept, Accept-Encoding$/),
      ])
      expect(JSON.parse(brotliDecompressSync(answer.body).toString()).data.articles).toHaveLength(3)
    }
    const document = await send('/api/openapi.json', accept('zstd'))
    expect(document.headers['content-encoding']).toBe('zstd')
    const again = { ...accept('zstd').headers, 'if-none-match': String(document.headers.etag) }
    const known = await send('/api/openapi.json', { headers: again })
    expect([known.status, known.headers.etag]).toEqual([304, document.headers.etag])
  })

  it('are never made of content with a secret', async () => {
    const padding = { 'accept-encoding': 'gzip' }
    const name = 'A key. '.repeat(10).trim()
    const query = `mutation { ${Array.from({ length: 8 }, (_, place) => `k${place}: createApiKey(input: { name: "${name}", scopes: ["articles:read"] }) { secret: key apiKey { name scopes } }`).join(' ')} }`
    const made = await send('/graphql', { method: 'POST', headers: padding, body: { query } })
    expect([made.status, made.headers['content-encoding']]).toEqual([200, undefined])
    expect(made.body.length).toBeGreaterThan(1_024)
  })

  describe('and preconditions', () => {
    let changes = 0
    const readTag = async (coding?: string): Promise<string> =>
      String((await send(middle, coding ? accept(coding) : {})).headers.etag)
    const patch = (ifMatch: string) =>
      send(middle, {
        method: 'PATCH',
        headers: { 'if-match': ifMatch },
        body: { title: `Title ${(changes += 1)}` },
      })

    it.each(['none', ...CODINGS])('If-Match accepts the tag of the coding %s', async (coding) => {
      const tag = await readTag(coding === 'none' ? undefined : coding)
      expect((await patch(tag)).status).toBe(200)
      expect((await patch(tag)).status).toBe(412)
    })

    it('C13.5 If-Match refuses weak tags and other versions, in each coding', async () => {
      const [tag, old] = [await readTag(), await readTag('br')]
      for (const weak of [`W/${tag}`, `W/${old}`]) expect((await patch(weak)).status).toBe(412)
      expect((await patch(tag)).status).toBe(200)
      for (const coding of ['', ...CODINGS.map((each) => `-${each}`)])
        expect((await patch(tag.replace(/"$/, `${coding}"`))).status).toBe(412)
    })

    it('If-None-Match compares weakly, and the 304 has the tag that the client has', async () => {
      const plain = await readTag()
      for (const tag of [plain, ...(await Promise.all(CODINGS.map(readTag)))])
        for (const given of [tag, `W/${tag}`, `"other", ${tag}`]) {
          const { status, headers } = await send(middle, {
            headers: { 'if-none-match': given, 'accept-encoding': 'br' },
          })
          expect([status, headers.etag]).toEqual([304, tag])
        }
    })
  })

  it('are a replay of the same stored response in any coding', async () => {
    const body = { title: 'Once', content: 'Some words. '.repeat(200), authorId: '2' }
    const once = (coding: string) =>
      send('/api/articles', {
        method: 'POST',
        headers: { 'idempotency-key': 'compressed-once', 'accept-encoding': coding },
        body,
      })
    const [first, second] = [await once('br'), await once('gzip')]
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(gunzipSync(second.body).equals(brotliDecompressSync(first.body))).toBe(true)
    const plainTag = (tag = '', coding: string) => tag.replace(`-${coding}"`, '"')
    expect(plainTag(second.headers.etag, 'gzip')).toBe(plainTag(first.headers.etag, 'br'))
  })
})

it('C15.2 COMPRESSION=false compresses nothing', async () => {
  const service = await startTestService('PostgreSQL', { COMPRESSION: 'false' })
  try {
    const { headers } = await service.call('GET', '/api/openapi.json', {
      headers: { 'accept-encoding': 'br' },
    })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
  } finally {
    await service.stop()
  }
})
