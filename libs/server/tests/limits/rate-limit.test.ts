import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ADMIN_ID,
  AS_ADMIN,
  basic,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'

const QUOTA = { RATE_LIMIT: '40', RATE_LIMIT_ANONYMOUS: '12' }

let service: TestService
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {
    ...QUOTA,
    ALLOW_SIGN_UP: 'true',
    TRUST_PROXY: '127.0.0.1',
    OAUTH_CLIENT_ID: 'app',
    OAUTH_CLIENT_SECRET: 'a secret of the application, long enough',
    OAUTH_REDIRECT_URIS: 'https://app.example/back',
  })
}, 60_000)
afterAll(() => service.stop())

/** A separate address for each test, which a proxy header names. */
let turn = 0
let address = ''
beforeEach(() => {
  turn += 1
  address = `192.0.2.${turn}`
})

interface Call {
  readonly as?: string | null
  readonly from?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const send = (method: string, path: string, { as = null, from = address, body, headers }: Call = {}) =>
  service.call(method, path, { as, body, headers: { 'x-forwarded-for': from, ...headers } })

const left = ({ headers }: Answer): number => Number(headers.get('x-ratelimit-remaining'))
const policy = ({ headers }: Answer): string | null => headers.get('ratelimit-policy')

/** The service prepares statements while nobody waits for them. */
const waitUntilIdle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 50))

const exhaust = async (call: Call = {}): Promise<void> => {
  while (left(await send('GET', '/api/products', call)) > 0);
}

/** Requests of many kinds, with the status of their responses. */
const ANSWERS: readonly [string, string, number, Call?][] = [
  ['GET', '/api/products', 200],
  ['HEAD', '/api/products', 200],
  ['OPTIONS', '/api/users', 200],
  ['GET', '/api/users', 401],
  ['GET', '/api/users', 403, { as: 'Bearer nonsense' }],
  ['GET', '/api/users', 400, { headers: { authorization: 'Basic a', 'x-api-key': 'b' } }],
  ['GET', '/api/users?access_token=x', 400],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/errors/%', 400],
  ['DELETE', '/api/users', 405],
  ['POST', '/api/users', 415, { body: '{}', headers: { 'content-encoding': 'unheard-of' } }],
  ['GET', '/api', 200],
  ['GET', '/api', 200, { headers: { accept: 'text/html' } }],
  ['OPTIONS', '/api', 200],
  ['POST', '/api', 405],
  ['GET', '/api/docs', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/errors', 200],
  ['GET', '/api/errors/RATE_LIMITED', 200],
  ['GET', '/api/guides/subscriptions', 200, { headers: { accept: 'text/html' } }],
  ['POST', '/graphql', 200, { body: { query: '{ __typename }' } }],
  ['POST', '/graphql', 400, { body: 'no JSON' }],
  ['OPTIONS', '/graphql', 200],
  ['PUT', '/graphql', 405],
  ['GET', '/graphql', 200, { headers: { accept: 'text/html' } }],
  ['GET', '/graphql/schema.graphql', 200],
  ['GET', '/graphql/assets/graphiql.css', 200],
  ['GET', '/oauth/jwks', 200],
  ['GET', '/oauth/nothing', 404],
  ['OPTIONS', '/oauth/token', 200],
  ['GET', '/oauth/token', 405],
  ['POST', '/oauth/token', 415, { body: '{}' }],
  ['POST', '/oauth/token', 415, { body: '{}', headers: { 'content-encoding': 'unheard-of' } }],
]

describe('C9.1 every response has the quota', () => {
  it.each(ANSWERS)('%s %s: %i', async (method, path, status, call = {}) => {
    const answer = await send(method, path, call)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('12')
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(method === 'OPTIONS' ? '12' : '11')
    expect(policy(answer)).toBe('"address";q=12;w=60')
    const [, remaining, seconds] = /^"address";r=(\d+);t=(\d+)$/.exec(
      answer.headers.get('ratelimit') ?? '',
    ) as RegExpExecArray
    expect(remaining).toBe(answer.headers.get('x-ratelimit-remaining'))
    const reset = Number(answer.headers.get('x-ratelimit-reset'))
    expect(Math.abs(reset - Date.now() / 1000 - Number(seconds))).toBeLessThan(10)
  })

  it('a 304 has it, too', async () => {
    const { headers } = await send('GET', '/api/products')
    const again = await send('GET', '/api/products', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([again.status, left(again)]).toEqual([304, 10])
  })
})

describe('C9.1 the bucket of a request', () => {
  it('a user has one bucket for Basic and Bearer at all addresses; the bucket of the address does not change', async () => {
    const form = new URLSearchParams({
      grant_type: 'password',
      username: 'admin@example.org',
      password: 'tangled otter velvet 9',
    })
    const issued = await send('POST', '/oauth/token', {
      as: basic('app', 'a secret of the application, long enough'),
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([issued.status, policy(issued)]).toEqual([200, '"credential";q=40;w=60'])
    const first = await send('GET', '/api/me', { as: AS_ADMIN, from: '198.51.100.1' })
    const second = await send('GET', '/api/me', {
      as: `Bearer ${issued.body.access_token}`,
      from: '198.51.100.2',
    })
    expect([first.status, second.status, left(first) - left(second)]).toEqual([200, 200, 1])
    expect(policy(second)).toBe('"credential";q=40;w=60')
    expect(left(await send('GET', '/api/products'))).toBe(11)
  })

  it('a key has its own quota, and so does a client with its own token', async () => {
    const key = await send('POST', '/api/api-keys', {
      as: AS_ADMIN,
      body: { name: 'k', scopes: ['articles:read'] },
    })
    expect(left(await send('GET', '/api/articles', { headers: { 'x-api-key': key.body.key } }))).toBe(39)
    const form = 'grant_type=client_credentials'
    const client = { as: basic('app', 'a secret of the application, long enough'), body: form }
    const issued = await send('POST', '/oauth/token', {
      ...client,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const asked = await send('GET', '/api/articles', { as: `Bearer ${issued.body.access_token}` })
    expect([asked.status, left(issued) - left(asked)]).toEqual([200, 1])
  })

  it('all credentials that fail share the bucket of their address', async () => {
    const counts: number[] = []
    for (const as of ['Bearer a.b.c', 'Bearer d.e.f', basic('nobody', 'wrong'), 'Unknown x'])
      counts.push(left(await send('GET', '/api/products', { as })))
    counts.push(left(await send('GET', '/api/products', { headers: { 'x-api-key': 'csk_made-up' } })))
    const form = 'grant_type=client_credentials&client_id=app&client_secret=wrong'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    counts.push(left(await send('POST', '/oauth/token', { body: form, headers })))
    counts.push(left(await send('GET', '/api/products')))
    expect(counts).toEqual([11, 10, 9, 8, 7, 6, 5])
  })

  it('beyond the quota of the address, a bad credential gets 429 and a valid credential works', async () => {
    await exhaust()
    expect((await send('GET', '/api/products', { as: 'Bearer a.b.c' })).status).toBe(429)
    expect((await send('GET', '/api/products', { as: AS_ADMIN })).status).toBe(200)
  })

  it('IPv6 counts by its /64', async () => {
    const from = (host: string) => send('GET', '/api/products', { from: host })
    const answers = [
      await from('2001:db8:0:1::1'),
      await from('2001:db8:0:1:ffff::2'),
      await from('2001:db8:0:2::1'),
    ]
    expect(answers.map(left)).toEqual([11, 10, 11])
  })
})

describe('C9.1 a sender who has used up the quota', () => {
  it('REST: 429 with Retry-After and a problem, as documented', async () => {
    await exhaust()
    const { status, headers, body } = await send('GET', '/api/users/1')
    expect([status, headers.get('content-type'), body.code, body.status]).toEqual([
      429,
      'application/problem+json; charset=utf-8',
      'RATE_LIMITED',
      429,
    ])
    expect(body.error).toMatch(
      /^You have sent more than 12 requests in a minute. Try again in \d+ seconds\.$/,
    )
    expect(headers.get('ratelimit')).toBe(`"address";r=0;t=${headers.get('retry-after')}`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['application/json', 'application/graphql-response+json'])(
    'GraphQL: the error of GraphQL as %s',
    async (accept) => {
      await exhaust()
      const body = { query: '{ __typename }' }
      const answer = await send('POST', '/graphql', { body, headers: { accept } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([429, `${accept}; charset=utf-8`])
      expect(answer.body).toEqual({
        errors: [
          {
            message: expect.stringMatching(/^You have sent more than 12 requests/),
            extensions: { code: 'RATE_LIMITED', retryAfter: Number(answer.headers.get('retry-after')) },
          },
        ],
      })
    },
  )

  it.each(['application/x-www-form-urlencoded', 'nonsense'])(
    'OAuth: the body of RFC 6749, for a form as %s',
    async (type) => {
      await exhaust()
      const headers = { 'content-type': type, ...(type === 'nonsense' && { 'content-encoding': 'nonsense' }) }
      const answer = await send('POST', '/oauth/token', { body: 'grant_type=password', headers })
      expect([answer.status, answer.body]).toEqual([
        429,
        {
          error: 'temporarily_unavailable',
          error_description: expect.stringMatching(/^You have sent more than 12/),
        },
      ])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    },
  )

  it('OPTIONS still works', async () => {
    await exhaust()
    const answer = await send('OPTIONS', '/api/users')
    expect([answer.status, left(answer)]).toEqual([200, 0])
  })

  it('the audit log has no entry about it, because a flood would fill the log', async () => {
    await exhaust()
    const total = async (): Promise<number> => {
      const { body } = await service.graphql('{ auditLog(first: 1) { totalCount { value } } }')
      return body.data.auditLog.totalCount.value
    }
    const before = await total()
    for (let index = 0; index < 5; index += 1) await send('GET', '/api/products', { as: `Bearer ${index}` })
    expect(await total()).toBe(before)
  })
})

describe('C9.3 a GraphQL request', () => {
  const query = (articles: number) =>
    `{ articlesConnection(first: ${articles}) { edges { node { comments(limit: 4) { id } } } } }`
  const ask = (text: string, call: Call = {}) => send('POST', '/graphql', { ...call, body: { query: text } })

  it('counts 1, and 1 more for each whole 500 of its cost', async () => {
    const cheap = await ask('{ __typename }')
    expect([cheap.body.extensions.cost, left(cheap)]).toEqual([0, 11])
    const dear = await ask(query(100))
    expect(dear.body.errors).toBeUndefined()
    const { cost } = dear.body.extensions
    expect([cost >= 500, left(dear)]).toEqual([true, 11 - 1 - Math.floor(cost / 500)])
  })

  it('pays once for long statements that PostgreSQL prepares when it comes again (C15.4)', async () => {
    const lists = Array.from(
      { length: 25 },
      (_, place) =>
        `a${place}: comments(limit: 1) { author { id username } article { id title owner { id name } } }`,
    )
    const long = `{ article(id: "0190a0b0-0000-7000-8000-000000000000") { ${lists.join(' ')} } }`
    const remaining: number[] = []
    for (let time = 0; time < 5; time += 1) {
      const answer = await ask(long)
      expect(answer.body.errors).toBeUndefined()
      remaining.push(left(answer))
      await waitUntilIdle()
    }
    const [first = 0, second, , fourth = 0, last] = remaining
    expect(first - fourth).toBe(3 + 2)
    expect(second).toBeLessThan(first)
    expect(last).toBe(fourth - 1)
  })

  it('is refused before it runs if it costs more than the rest of the quota, and then counts 1', async () => {
    const before = await ask(query(100))
    const counted = 12 - left(before)
    while (left(await ask('{ __typename }')) > counted - 1);
    const refused = await ask(query(100))
    expect([refused.status, refused.body.data, refused.body.errors[0].extensions.code]).toEqual([
      429,
      undefined,
      'RATE_LIMITED',
    ])
    expect(refused.body.errors[0].message).toMatch(
      /^This request costs \d more of your quota, and \d are left/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.errors[0].extensions.retryAfter)
    expect(left(refused)).toBe(counted - 2)
  })
})

const SIGN_UP = 'mutation($input: CreateUserInput!) { createUser(input: $input) { id } }'
const signUp = (input: object, from = address) =>
  send('POST', '/graphql', { from, body: { query: SIGN_UP, variables: { input } } })

describe('C12.12 admission decides from the headers', () => {
  const LONG = 'x'.repeat(3 * 1_048_576 + 7)
  const PASSWORD = 'four grey wandering geese'
  const newUser = async (): Promise<string> => {
    const username = `user-${turn}`
    const made = await signUp(
      { username, email: `${username}@example.org`, password: PASSWORD },
      '203.0.113.9',
    )
    expect(made.body.errors).toBeUndefined()
    return username
  }

  it('content costs 1 per whole MiB', async () => {
    const short = await send('POST', '/api/comments', { body: 'x'.repeat(1_048_575) })
    expect(left(short)).toBe(11)
    expect(left(await send('POST', '/api/comments', { body: LONG }))).toBe(7)
    expect(left(await send('POST', '/graphql', { body: LONG }))).toBe(3)
    const refused = await send('POST', '/api/comments', { body: `${LONG}${'y'.repeat(524_288)}` })
    expect([refused.status, left(await send('POST', '/graphql', { body: LONG }))]).not.toContain(0)
  })

  it('an address without quota is refused before the service reads its content', async () => {
    await exhaust()
    const refused = await send('POST', '/graphql', { body: LONG })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  })

  it('a Basic pair is checked while its address has quota; a pair that was right a moment ago needs no quota', async () => {
    const username = await newUser()
    const first = await send('GET', '/api/me', { as: basic(username, PASSWORD) })
    expect([first.status, policy(first)]).toEqual([200, '"credential";q=40;w=60'])
    await exhaust()
    expect((await send('GET', '/api/me', { as: basic(username, PASSWORD) })).status).toBe(200)
    const wrong = await send('GET', '/api/me', { as: basic(username, 'wrong') })
    expect([wrong.status, policy(wrong)]).toEqual([429, '"address";q=12;w=60'])
    const other = await send('GET', '/api/me', { as: basic(`${username}@example.org`, 'also wrong') })
    expect(other.status).toBe(429)
  })

  it('a right pair does not count for its address', async () => {
    const username = await newUser()
    for (let time = 0; time < 3; time += 1) await send('GET', '/api/me', { as: basic(username, PASSWORD) })
    expect(left(await send('GET', '/api/products'))).toBe(11)
  })

  it('the response does not reveal the quota of an account before the password is proved', async () => {
    const username = await newUser()
    await exhaust({ as: basic(username, PASSWORD) })
    const wrong = await send('GET', '/api/me', { as: basic(username, 'wrong') })
    expect([wrong.status, policy(wrong)]).toEqual([401, '"address";q=12;w=60'])
  })
})

describe('C12.12 prices', () => {
  const account = (name: string) => ({
    username: `${name}-${turn}`,
    email: `${name}-${turn}@example.org`,
    password: 'four grey wandering geese',
  })

  it('a sign-up costs 4 with its request: the hash, the mail and the sign-up', async () => {
    const made = await signUp(account('new'))
    expect([made.body.errors, left(made)]).toEqual([undefined, 8])
  })

  it('a search costs 1, and 1 more for each corrected word, over both interfaces', async () => {
    const cost = async (path: string) => 12 - left(await send('GET', path, { from: `198.51.100.${++hosts}` }))
    let hosts = turn
    const article = `{ title: "Wanderer", content: "On foot.", authorId: "${ADMIN_ID}", status: PUBLISHED }`
    const { body } = await service.graphql(`mutation { createArticle(input: ${article}) { id } }`)
    expect(body.errors).toBeUndefined()
    const pair = '{ a: search(query: "wanderer") { __typename } b: search(query: "wanderer") { __typename } }'
    expect([
      await cost('/api/search?query=wanderer'),
      await cost('/api/search?query=wandeerr'),
      await cost(`/graphql?query=${encodeURIComponent(pair)}`),
    ]).toEqual([2, 3, 3])
  })

  it('users of one list cost 1 each', async () => {
    const query = 'mutation($list: [CreateUserInput!]!) { bulkCreateUsers(users: $list) { id } }'
    const list = ['one', 'two', 'three'].map(account)
    const key = await send('POST', '/api/api-keys', {
      as: AS_ADMIN,
      body: { name: 'bulk', scopes: ['users:write', 'users:read'] },
    })
    const headers = { 'x-api-key': key.body.key }
    const made = await send('POST', '/graphql', { headers, body: { query, variables: { list } } })
    expect([made.body.errors, left(made)]).toEqual([undefined, 36])
  })

  it('C15.12 the words of a request cost 1 per begun 1,000, beyond the first 1,000, over both interfaces', async () => {
    const words = (count: number): string => 'word '.repeat(count)
    const cost = async (path: string, body: object) => {
      const scopes = ['articles:write', 'articles:read', 'comments:write', 'comments:read']
      const key = await send('POST', '/api/api-keys', {
        as: AS_ADMIN,
        body: { name: `words ${hosts++}`, scopes },
      })
      const answer = await send('POST', path, { headers: { 'x-api-key': key.body.key }, body })
      expect([answer.status, answer.body.errors]).toEqual([expect.any(Number), undefined])
      return 40 - left(answer)
    }
    let hosts = 0
    const one = `($input: CreateArticleInput!) { a: createArticle(input: $input) { id } }`
    const two = `($input: CreateArticleInput!) { a: createArticle(input: $input) { id } b: createArticle(input: $input) { id } }`
    const create = (query: string, count: number) => ({
      query: `mutation ${query}`,
      variables: { input: { title: 'Words', content: words(count), authorId: String(ADMIN_ID) } },
    })
    expect([
      await cost('/api/articles', { title: 'Words', content: words(900) }),
      await cost('/api/articles', { title: 'Words', content: words(2_500) }),
      await cost('/graphql', create(one, 2_500)),
      await cost('/graphql', create(one, 2_500)),
      await cost('/graphql', create(two, 900)),
    ]).toEqual([1, 3, 3, 3, 2])
  })

  it('SIGN_UP_LIMIT counts accounts per address and hour', async () => {
    const limited = await startTestService('PostgreSQL', { SIGN_UP_LIMIT: '2', ALLOW_SIGN_UP: 'true' })
    const codes: unknown[] = []
    for (const name of ['one', 'two', 'three']) {
      const { body } = await limited.graphql(SIGN_UP, { input: account(name) }, null)
      codes.push(body.errors?.[0]?.extensions.code)
    }
    await limited.stop()
    expect(codes).toEqual([undefined, undefined, 'RATE_LIMITED'])
  })
})

describe('C13.6 skipped rows', () => {
  const ask = (text: string, variables: object = {}) =>
    send('POST', '/graphql', { body: { query: text, variables } })
  /** The requests that the answer cost in addition to itself; each test has a quota of 12. */
  const paid = (answer: Answer): number => 12 - 1 - left(answer)

  it.each([
    ['/api/products?page=50&limit=20', 0],
    ['/api/products?page=51&limit=20', 1],
    ['/api/articles?page=101&limit=100', 10],
  ])('%s costs %d more', async (path, price) => {
    expect(paid(await send('GET', path))).toBe(price)
  })

  it.each([
    ['{ articles(pagination: { page: 50, limit: 20 }) { id } }', 0],
    ['{ articles(pagination: { page: 51, limit: 20 }) { id } }', 1],
    ['{ products(pagination: { page: 31, limit: 100 }) { id } }', 3],
    ['{ articles(pagination: { limit: 20 }) { id comments(limit: 1, offset: 1999) { id } } }', 1],
    ['{ articles(pagination: { limit: 21 }) { id comments(limit: 1, offset: 2000) { id } } }', 4],
  ])('%s costs %d more', async (text, price) => {
    const answer = await ask(text)
    expect(answer.body.errors).toBeUndefined()
    expect(paid(answer)).toBe(price)
  })

  it('of a list that is refused cost nothing, because the database skips none', async () => {
    const answer = await ask('{ articles(offset: 200000) { id } }')
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(paid(answer)).toBe(0)
  })

  it('cost the same in a variable, each time, compiled or not', async () => {
    const text =
      'query ($offset: Int) { article(id: "0190a0b0-0000-7000-8000-000000000000") { comments(offset: $offset) { id } } }'
    const remaining: number[] = []
    for (let time = 0; time < 3; time += 1) remaining.push(left(await ask(text, { offset: 2_000 })))
    expect(remaining).toEqual([9, 6, 3])
    expect(left(await ask(text, { offset: 999 }))).toBe(2)
  })
})

describe('C15.12 a restored revision', () => {
  it('costs 1 for each begun MiB, together with the revision that it makes', async () => {
    const { body: article } = await service.call('POST', '/api/articles', {
      as: AS_ADMIN,
      body: { title: 'Short', content: 'Short text.' },
    })
    const path = `/api/articles/${article.id}`
    for (const content of ['€'.repeat(400_000), 'Short again.'])
      await service.call('PATCH', path, { as: AS_ADMIN, body: { content } })
    const { body: revisions } = await service.call('GET', `${path}/revisions`, { as: AS_ADMIN })
    const before = left(await service.call('GET', '/api/products', { as: AS_ADMIN }))
    const restored = await service.call('POST', `${path}/revisions/${revisions[0].id}/restoration`, {
      as: AS_ADMIN,
    })
    // The restored text has 1.2 MB, and the replaced text is short.
    expect([restored.status, before - left(restored) - 1]).toEqual([200, 2])
  })
})
