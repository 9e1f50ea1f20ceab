import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

interface Raw {
  readonly status: number
  readonly body: string
}

/** A raw request: any bytes, with repeated headers. */
const raw = (
  url: string,
  method: string,
  headers: readonly (readonly [string, string])[],
  body: Uint8Array | string = '',
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, setHost: true }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    const names = [...new Set(headers.map(([name]) => name))]
    for (const name of names)
      sent.setHeader(
        name,
        headers.filter(([each]) => each === name).map(([, value]) => value),
      )
    sent.setHeader('connection', 'close')
    // A server that responds before the end of the request closes the connection. The test checks only the response.
    sent.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || reject(error))
    sent.end(body)
  })

describe.each(SAMPLED_DATABASES)('6 hostile input to the REST interface on %s', (kind) => {
  let service: TestService
  let cast: Cast
  let admin: Person
  let author: Person
  let other: Person

  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    admin = await cast.person('ADMIN')
    author = await cast.person('AUTHOR')
    other = await cast.person('AUTHOR')
  }, 30_000)
  afterAll(() => service.stop())

  const send = (method: string, path: string, body: Uint8Array | string, as: Person = admin): Promise<Raw> =>
    raw(
      service.url + path,
      method,
      [
        ['authorization', as.as ?? ''],
        ['content-type', 'application/json'],
      ],
      body,
    )
  const users = async (): Promise<string> =>
    JSON.stringify((await service.call('GET', '/api/users?limit=100', { as: admin.as })).body)
  const problem = ({ body }: Raw) => JSON.parse(body)

  describe('__proto__ and similar names are ordinary unknown members', () => {
    it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])('%s', async (name) => {
      const before = await users()
      const answer = await send(
        'POST',
        '/api/users',
        `{"email": "p@example.org", "${name}": {"deleted": true}}`,
      )
      expect([answer.status, problem(answer).errors[0].pointer]).toEqual([422, `/${name}`])
      expect(({} as { deleted?: unknown }).deleted).toBeUndefined()
      expect(await users()).toBe(before)
    })

    it('a query parameter with such a name is unknown', async () => {
      expect((await send('GET', '/api/users?__proto__=x', '')).status).toBe(400)
    })
  })

  describe('C2.5 text that no database can store', () => {
    it.each([
      ['NUL', '\\u0000'],
      ['a lone high surrogate', '\\ud800'],
      ['a lone low surrogate', '\\udfff'],
    ])('%s is reported at its member', async (_, escape) => {
      const before = await users()
      const name = await send('POST', '/api/users', `{"email": "n@example.org", "name": "a${escape}b"}`)
      expect([name.status, problem(name).errors[0].pointer]).toEqual([422, '/name'])
      const content = await send('POST', '/api/articles', `{"title": "T", "content": "a${escape}b"}`, author)
      expect([content.status, problem(content).errors[0].pointer]).toEqual([422, '/content'])
      expect(await users()).toBe(before)
    })

    it.each(['/api/users/%00', '/api/articles/%00', '/api/articles?tag=%00', '/api/search?q=%00'])(
      '%s',
      async (path) => {
        expect([400, 404]).toContain((await send('GET', path, '')).status)
      },
    )
  })

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ])('C6.6 broken UTF-8 is 400: %s', async (_, bytes) => {
    const before = await users()
    const text = Buffer.concat([
      Buffer.from('{"email": "u@example.org", "name": "'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ])
    expect((await send('POST', '/api/users', text)).status).toBe(400)
    expect(await users()).toBe(before)
  })

  it.each(['/api/users/%ff', '/api/users/%c0%af', '/api/users/%', '/api/articles/%e2%82'])(
    'a path that is not UTF-8 is refused: %s',
    async (path) => {
      expect([400, 404]).toContain((await send('GET', path, '')).status)
    },
  )

  it.each([
    ['arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['a member', `{"email": "d@example.org", "name": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('deep nesting is refused without a delay for others: %s', async (_, body) => {
    const answer = await send('POST', '/api/users', body)
    expect([400, 422]).toContain(answer.status)
    expect((await send('GET', '/api/users', '')).status).toBe(200)
  })

  it('C6.6 a body of 5 MiB is 413 with the permission, and 401 without it', async () => {
    const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(5 * 1024 * 1024) })
    expect((await send('POST', '/api/articles', body, author)).status).toBe(413)
    const anonymous = await raw(
      `${service.url}/api/articles`,
      'POST',
      [['content-type', 'application/json']],
      body,
    )
    expect(anonymous.status).toBe(401)
  })

  it('the service checks a body just under the limit', async () => {
    const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(4 * 1024 * 1024 - 100) })
    const answer = await send('POST', '/api/articles', body, author)
    expect([answer.status, problem(answer).errors[0].pointer]).toEqual([422, '/content'])
  })

  describe('C7.1 repeated headers', () => {
    it.each([
      ['authorization', 'authorization'],
      ['authorization', 'x-api-key'],
      ['x-api-key', 'x-api-key'],
    ])('%s and %s are refused together, even if one of them is right', async (first, second) => {
      const value = (name: string) => (name === 'authorization' ? (admin.as ?? '') : 'csk_x')
      const answer = await raw(`${service.url}/api/me`, 'GET', [
        [first, value(first)],
        [second, value(second)],
      ])
      expect(answer.status).toBe(400)
    })

    it('two Idempotency-Keys are refused', async () => {
      const answer = await raw(
        `${service.url}/api/categories`,
        'POST',
        [
          ['authorization', admin.as ?? ''],
          ['content-type', 'application/json'],
          ['idempotency-key', 'one'],
          ['idempotency-key', 'two'],
        ],
        '{"name": "Twice"}',
      )
      expect([answer.status, problem(answer).code]).toEqual([400, 'BAD_REQUEST'])
    })
  })

  describe('C6.5 ids of records of others', () => {
    it('a user cannot read, change, replace or delete another user', async () => {
      for (const [method, body] of [
        ['GET', ''],
        ['PATCH', '{"name": "Taken"}'],
        ['PUT', '{"name": "Taken", "email": "taken@example.org"}'],
        ['DELETE', ''],
      ] as const) {
        const [theirs, nobodys] = [
          await send(method, `/api/users/${other.id}`, body, author),
          await send(method, '/api/users/2147480000', body, author),
        ]
        const { instance: _, ...told } = problem(theirs)
        const { instance: __, ...toldOfNobody } = problem(nobodys)
        expect([method, theirs.status, told]).toEqual([method, nobodys.status, toldOfNobody])
      }
    })

    it('an AUTHOR cannot write an article for another user, nor take over an article', async () => {
      const body = (authorId: string) => JSON.stringify({ title: 'T', content: 'C', authorId })
      expect((await send('POST', '/api/articles', body(other.id), author)).status).toBe(403)
      const id = await cast.article(other)
      expect((await send('PATCH', `/api/articles/${id}`, '{"title": "Mine"}', author)).status).toBe(403)
      expect((await send('DELETE', `/api/articles/${id}`, '', author)).status).toBe(403)
    })

    it('keys and webhooks of others are NOT_FOUND', async () => {
      const key = await service.call('POST', '/api/api-keys', {
        as: other.as,
        body: { name: 'k', scopes: ['articles:read'] },
      })
      expect((await send('DELETE', `/api/api-keys/${key.body.id}`, '', author)).status).toBe(404)
      const hook = await service.call('POST', '/api/webhooks', {
        as: admin.as,
        body: { url: 'https://a.example', events: ['user.deleted'] },
      })
      expect((await send('GET', `/api/webhooks/${hook.body.id}`, '', author)).status).toBe(404)
    })
  })

  describe('mass assignment: members that clients may not set are refused by name', () => {
    it.each([
      ['POST', '/api/users', '{"email": "m@example.org", "role": "ADMIN"}', '/role'],
      ['POST', '/api/users', '{"email": "m@example.org", "id": 7}', '/id'],
      ['POST', '/api/users', '{"email": "m@example.org", "deleted": true}', '/deleted'],
      [
        'POST',
        '/api/users',
        '{"email": "m@example.org", "password": "four grey wandering geese"}',
        '/password',
      ],
      ['POST', '/api/articles', '{"title": "T", "content": "C", "likes": 9}', '/likes'],
      [
        'POST',
        '/api/articles',
        '{"title": "T", "content": "C", "publishedAt": "2026-01-01T00:00:00Z"}',
        '/publishedAt',
      ],
      ['POST', '/api/api-keys', '{"name": "k", "scopes": ["users:read"], "ownerId": 2}', '/ownerId'],
      ['PATCH', '/api/me', '{"role": "ADMIN"}', '/role'],
      ['PATCH', '/api/me', '{"permissions": ["users:write"]}', '/permissions'],
      ['PATCH', '/api/me', '{"version": 9}', '/version'],
      ['PATCH', '/api/me/settings', '{"role": "ADMIN"}', '/role'],
    ])('%s %s %s', async (method, path, body, pointer) => {
      const answer = await send(method, path, body)
      expect(answer.status).toBe(422)
      expect(problem(answer).errors.map((each: { pointer: string }) => each.pointer)).toContain(pointer)
    })
  })
})
