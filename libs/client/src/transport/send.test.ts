import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../index.ts'
import { createFakeFetch, refusal, type Reply } from '../testing/fake-fetch.ts'

const url = 'https://content.example'
const params = { id: '7' }
const body = { title: 'Once', content: 'Text.' }
const broken = new TypeError('fetch failed')
const created = () => Response.json({ id: '7' }, { status: 201 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connect = (...replies: readonly (Reply | (() => Reply))[]) => {
  const fake = createFakeFetch(...replies)
  return { ...fake, client: createClient({ url, fetch: fake.fetch }) }
}

/** The result, and the milliseconds that the client waited. */
const settle = async <T>(work: Promise<T>): Promise<T> => {
  const [result] = await Promise.all([work, vi.runAllTimersAsync()])
  return result
}

describe('a repeated request', () => {
  it('has the same Idempotency-Key, so that the service does the work once', async () => {
    const { client, requests } = connect(broken, broken, created)
    expect(await settle(client.rest.post('/api/articles', { body }))).toMatchObject({ ok: true, status: 201 })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(new Set(keys).size).toBe(1)
    const { client: other, requests: later } = connect(created)
    await other.rest.post('/api/articles', { body })
    expect(later[0]?.headers.get('idempotency-key')).not.toBe(keys[0])
  })

  it('has your key, if you give one', async () => {
    const { client, requests } = connect(broken, created)
    await settle(client.rest.post('/api/articles', { body, idempotencyKey: 'order-7' }))
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['order-7', 'order-7'])
  })

  it('has a key over GraphQL, too', async () => {
    const { client, requests } = connect(broken, () => Response.json({ data: {} }))
    expect(await settle(client.graphql('mutation { signOutEverywhere }'))).toMatchObject({ ok: true })
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('gives up after three repetitions', async () => {
    const { client, requests } = connect(broken)
    const result = await settle(client.rest.get('/api/me'))
    expect(requests).toHaveLength(4)
    expect(result.ok || result.error).toMatchObject({
      code: 'NETWORK_ERROR',
      cause: broken,
      message: '/api/me gave no response: fetch failed. Check the URL of the service and the network.',
    })
  })

  it('begins within `retryFor`, whatever the service asks for', async () => {
    for (const [reply, attempts] of [
      [refusal(503, 'UNAVAILABLE', { 'retry-after': '5' }), 3],
      [refusal(503, 'UNAVAILABLE', { 'retry-after': '12' }), 1],
      [broken, 6],
    ] as const) {
      const { fetch, requests } = createFakeFetch(reply)
      const client = createClient({ url, fetch, retries: 20, retryFor: 11 })
      const before = Date.now()
      expect(await settle(client.rest.get('/api/me'))).toMatchObject({ ok: false })
      expect(Date.now() - before).toBeLessThanOrEqual(11_000)
      expect(requests.length).toBeGreaterThanOrEqual(attempts)
      expect(requests.length).toBeLessThanOrEqual(attempts + 1)
    }
  })

  it('never happens with `retries: 0`', async () => {
    const { fetch, requests } = createFakeFetch(broken)
    await settle(createClient({ url, fetch, retries: 0 }).rest.get('/api/me'))
    expect(requests).toHaveLength(1)
  })

  const write = { params, body: { title: 'New' } }
  it.each([
    [
      'PATCH',
      (client: ReturnType<typeof connect>['client']) => client.rest.patch('/api/articles/{id}', write),
    ],
    [
      'DELETE with If-Match',
      (client) => client.rest.delete('/api/articles/{id}', { params, ifMatch: '"1"' }),
    ],
    ['POST without a key', (client) => client.rest.post('/api/articles', { body, idempotencyKey: false })],
    ['GraphQL without a key', (client) => client.graphql('mutation { a }', {}, { idempotencyKey: false })],
  ] satisfies [string, (client: ReturnType<typeof connect>['client']) => Promise<unknown>][])(
    'does not exist for %s after a broken connection or 503, because the service could do the work twice',
    async (_name, call) => {
      for (const reply of [broken, refusal(503, 'UNAVAILABLE')]) {
        const { client, requests } = connect(reply)
        expect(await settle<unknown>(call(client))).toMatchObject({ ok: false })
        expect(requests).toHaveLength(1)
      }
    },
  )
})

describe('Retry-After', () => {
  it.each([
    [429, 'RATE_LIMITED'],
    [503, 'UNAVAILABLE'],
    [409, 'IDEMPOTENCY_CONFLICT'],
  ])('%i: the client waits as long as the service asks', async (status, code) => {
    const { client, requests } = connect(refusal(status, code, { 'retry-after': '7' }), created)
    const started = Date.now()
    expect(await settle(client.rest.post('/api/articles', { body }))).toMatchObject({ ok: true })
    expect(requests).toHaveLength(2)
    expect(Date.now() - started).toBe(7000)
  })

  it('can be a date', async () => {
    const date = new Date(Date.now() + 5000).toUTCString()
    const { client, requests } = connect(refusal(429, 'RATE_LIMITED', { 'retry-after': date }), created)
    await settle(client.rest.post('/api/articles', { body }))
    expect(requests).toHaveLength(2)
  })

  it('of more than 30 s gives the error at once, with the seconds', async () => {
    const { client, requests } = connect(refusal(429, 'RATE_LIMITED', { 'retry-after': '60' }))
    const result = await settle(client.rest.get('/api/me'))
    expect(requests).toHaveLength(1)
    expect(result.ok || result.error).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 60 })
  })

  it('is missing in a 409 that no wait can help', async () => {
    const { client, requests } = connect(refusal(409, 'CONFLICT'))
    await settle(client.rest.post('/api/articles', { body }))
    expect(requests).toHaveLength(1)
  })
})

describe('an aborted request', () => {
  it('gives ABORTED, also while the client waits', async () => {
    const { client, requests } = connect(broken)
    const controller = new AbortController()
    const work = client.rest.get('/api/me', { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort('the page closed')
    const result = await settle(work)
    expect(requests).toHaveLength(1)
    expect(result.ok || result.error).toMatchObject({ code: 'ABORTED', cause: 'the page closed' })
  })

  it('is not sent, if the signal was aborted before', async () => {
    const { client } = connect(created)
    expect(await client.graphql('{ a }', {}, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { code: 'ABORTED' },
    })
  })
})

describe('a response that the service does not send', () => {
  it.each([
    ['a page', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
    ['JSON of another server', () => Response.json({ hello: 'world' }, { status: 404 })],
    [
      'half a body',
      () => new Response('{"data": {"art', { headers: { 'content-type': 'application/json' } }),
    ],
    ['neither data nor errors', () => Response.json({})],
    ['null', () => Response.json(null)],
  ])('%s gives MALFORMED_RESPONSE', async (_name, reply) => {
    const { client } = connect(reply)
    const result = await client.graphql('{ a }')
    expect(result.ok || result.error).toMatchObject({
      code: 'MALFORMED_RESPONSE',
      message: expect.stringContaining(
        'is not from a content service. Check the URL, and the proxies on the way.',
      ),
    })
  })

  it('a body that breaks off is no response', async () => {
    const breaking = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }))
    const { client } = connect(breaking)
    expect(await settle(client.rest.get('/api/me'))).toMatchObject({
      ok: false,
      error: { code: 'NETWORK_ERROR' },
    })
  })

  it.each([301, 302, 307, 308])(
    '%i: the client follows no redirect, which could take the key elsewhere',
    async (status) => {
      const { fetch, requests } = createFakeFetch(
        new Response(null, { status, headers: { location: 'https://evil.example/' } }),
      )
      const result = await createClient({ url, fetch, apiKey: 'secret' }).rest.get('/api/me')
      expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
      expect(result.ok || result.error.message).toBe(
        'https://content.example redirects to https://evil.example/. Give the client the URL at which the service answers.',
      )
    },
  )

  it('an unknown code is kept, and says that the client is older than the service', async () => {
    const { client } = connect(refusal(418, 'TEAPOT'))
    const result = await client.rest.get('/api/me')
    expect(result.ok || result.error).toMatchObject({
      code: 'UNKNOWN_CODE',
      serverCode: 'TEAPOT',
      status: 418,
      message: 'It is TEAPOT. This client does not know this code: update @content-service/client.',
    })
  })

  it.each([{ errors: [null] }, { errors: [{}] }, { code: 'NOT_FOUND', errors: [null] }, { code: 7 }])(
    '%j gives an error, and no exception',
    async (json) => {
      const { client } = connect(() => Response.json(json, { status: 400 }))
      expect(await client.graphql('{ a }')).toMatchObject({ ok: false })
    },
  )
})

it('gives the data beside an error of GraphQL', async () => {
  const errors = [{ message: 'No.', path: ['b'], extensions: { code: 'FORBIDDEN' } }]
  const { client } = connect(() => Response.json({ data: { a: 1, b: null }, errors }))
  expect(await client.graphql('{ a b }')).toMatchObject({
    ok: false,
    error: { code: 'FORBIDDEN', message: 'No.', errors },
    data: { a: 1, b: null },
  })
})

describe('a token of a function', () => {
  const refused = () => refusal(403, 'INVALID_TOKEN', { 'www-authenticate': 'Bearer error="invalid_token"' })
  const connectWith = (getToken: (refused?: string) => string, ...replies: (() => Response)[]) => {
    const { fetch, requests } = createFakeFetch(...replies)
    const sent = () => requests.map(({ headers }) => headers.get('authorization'))
    return { client: createClient({ url, fetch, token: getToken }), sent }
  }

  it('is asked for once more, when the service refuses it', async () => {
    const getToken = (old?: string) => (old === 'first' ? 'second' : 'first')
    const { client, sent } = connectWith(getToken, refused, created)
    expect(await client.rest.post('/api/articles', { body })).toMatchObject({ ok: true })
    expect(sent()).toEqual(['Bearer first', 'Bearer second'])
  })

  it('that stays the same is sent once', async () => {
    const { client, sent } = connectWith(() => 'first', refused)
    expect(await client.rest.get('/api/me')).toMatchObject({ ok: false, error: { code: 'INVALID_TOKEN' } })
    expect(sent()).toEqual(['Bearer first'])
  })

  it('that throws a mistake of the program throws it to the caller', async () => {
    const { client } = connectWith(() => {
      throw new RangeError('mistake')
    }, created)
    await expect(client.rest.get('/api/me')).rejects.toThrow(RangeError)
  })
})
