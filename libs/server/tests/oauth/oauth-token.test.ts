import { request as httpRequest } from 'node:http'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, ADMIN_PASSWORD, startTestService, type Answer, type TestService } from '../support/service.ts'

const ID = 'app'
const SECRET = 'thirty-two characters of a secret'
const FORM = 'application/x-www-form-urlencoded'

let service: TestService
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {
    OAUTH_CLIENT_ID: ID,
    OAUTH_CLIENT_SECRET: SECRET,
    OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
  })
}, 60_000)
afterAll(() => service.stop())

type Fields = Readonly<Record<string, string>>

const send = async (
  path: string,
  body: string | URLSearchParams | Uint8Array<ArrayBuffer>,
  headers: Fields = {},
): Promise<Answer> => {
  const response = await fetch(service.url + path, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const post = (path: string, fields: Fields): Promise<Answer> =>
  send(path, new URLSearchParams({ client_id: ID, client_secret: SECRET, ...fields }))
const token = (fields: Fields): Promise<Answer> => post('/oauth/token', fields)
const signInWithPassword = (more: Fields = {}): Promise<Answer> =>
  token({ grant_type: 'password', username: 'admin', password: ADMIN_PASSWORD, ...more })
const asking = (as: string, query: string): Promise<Answer> => service.graphql(query, {}, `Bearer ${as}`)

/** A client that an administrator has registered, with its secret. */
const aClient = async (input: string): Promise<{ client_id: string; client_secret: string }> => {
  const { body } = await service.graphql(`mutation { createOAuthClient(input: {${input}}) { id secret } }`)
  const { id, secret } = body.data.createOAuthClient
  return { client_id: id, client_secret: secret }
}

describe('C7.5 the answer of the token endpoint', () => {
  it('has exactly its members, and no cache stores it', async () => {
    const { status, headers, body } = await signInWithPassword({ scope: 'articles:read users:read' })
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.any(String),
      scope: 'articles:read users:read',
    })
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('C7.2 contains a token with the claims of the service', async () => {
    const { access_token } = (await signInWithPassword({ scope: 'articles:read' })).body
    const claims = jwt.decode(access_token) as jwt.JwtPayload
    expect(claims).toMatchObject({
      sub: '2',
      name: 'Administrator',
      iss: service.url,
      aud: service.url,
      client_id: ID,
      scope: 'articles:read',
      jti: expect.any(String),
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900)
  })

  it('gives all permissions of the user, unless the client requests fewer', async () => {
    const { body } = await service.call('GET', '/.well-known/oauth-authorization-server')
    expect((await signInWithPassword()).body.scope).toBe(body.scopes_supported.join(' '))
  })
})

describe('C7.5 the password grant', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { username: 'nobody' }],
  ])('with %s is invalid_grant', async (_, more) => {
    const { status, body } = await signInWithPassword(more)
    expect([status, body.error, typeof body.error_description]).toEqual([400, 'invalid_grant', 'string'])
  })

  it.each(['username', 'password'])('without %s is invalid_request, which names it', async (name) => {
    const { status, body } = await signInWithPassword({ [name]: '' })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(body.error_description).toContain(name)
  })

  it('accepts a password with any characters', async () => {
    const password = 'käse 🧀 mit löchern und mehr'
    await service.graphql(`mutation { createUser(input: {
      username: "kim", email: "kim@example.org", password: "${password}" }) { id } }`)
    expect((await signInWithPassword({ username: 'KIM@example.org', password })).status).toBe(200)
  })

  it('is only for clients that are registered for it', async () => {
    const client = await aClient('name: "Robot", grants: [CLIENT_CREDENTIALS]')
    const { status, body } = await signInWithPassword(client)
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  })

  it('C7.6 after ten failures is 429 with Retry-After and the body of RFC 6749', async () => {
    const fail = () => signInWithPassword({ username: 'kim', password: 'wrong' })
    for (let n = 0; n < 10; n += 1) await fail()
    const { status, headers, body } = await fail()
    expect([status, typeof body.error]).toEqual([429, 'string'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
})

describe('C7.5 scopes narrow and never widen', () => {
  it('a token allows only its scopes, regardless of the rights of its user', async () => {
    const { access_token } = (await signInWithPassword({ scope: 'articles:read' })).body
    const narrow = `Bearer ${access_token}`
    const made = await asking(access_token, 'mutation { createCategory(input: { name: "X" }) { id } }')
    expect(made.body.errors[0]).toMatchObject({ message: expect.stringContaining('products:write') })
    expect((await service.call('GET', '/api/users/2', { as: narrow })).status).toBe(404)
    expect((await service.call('GET', '/api/articles', { as: narrow })).status).toBe(200)
  })

  it.each(['articles:everything', 'openid', 'ARTICLES:READ', '*'])(
    'the scope %j is invalid_scope',
    async (scope) => expect((await signInWithPassword({ scope })).body.error).toBe('invalid_scope'),
  )

  it('a scope that the user does not have is invalid_scope', async () => {
    const password = 'harbour lantern 58'
    await service.graphql(`mutation { createUser(input: {
      username: "rob", email: "rob@example.org", password: "${password}" }) { id } }`)
    const rob = { username: 'rob', password }
    expect((await signInWithPassword({ ...rob, scope: 'products:write' })).body.error).toBe('invalid_scope')
    expect((await signInWithPassword({ ...rob, scope: 'comments:write' })).body.scope).toBe('comments:write')
  })

  it('a refresh may request fewer scopes for one token, and never more scopes', async () => {
    const { refresh_token } = (await signInWithPassword({ scope: 'articles:read users:read' })).body
    const refresh = (refresh_token: string, scope: string) =>
      token({ grant_type: 'refresh_token', refresh_token, scope })
    expect((await refresh(refresh_token, 'audit:read')).body.error).toBe('invalid_scope')
    const less = (await refresh(refresh_token, 'users:read')).body
    expect(less.scope).toBe('users:read')
    expect((await refresh(less.refresh_token, '')).body.scope).toBe('articles:read users:read')
  })
})

describe('C7.5 a token of client credentials acts for the client', () => {
  it('has no user, has the permissions of GUEST, and operations that need a user are refused', async () => {
    const { body } = await token({ grant_type: 'client_credentials' })
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
    expect((jwt.decode(body.access_token) as jwt.JwtPayload).sub).toBe(ID)
    const answer = await asking(body.access_token, '{ currentUser { id } articles { id } }')
    expect(answer.body).toMatchObject({ data: { currentUser: null, articles: [] } })
    const refused = await service.call('GET', '/api/me/sessions', { as: `Bearer ${body.access_token}` })
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('needs a user')])
  })

  it('may do what the scopes of the client allow, on all records, over both interfaces', async () => {
    const client = await aClient(
      'name: "Shop", grants: [CLIENT_CREDENTIALS], scopes: ["products:write", "users:read"]',
    )
    const { access_token, scope } = (await token({ grant_type: 'client_credentials', ...client })).body
    expect(scope).toBe('products:write users:read')
    const made = await asking(access_token, 'mutation { createCategory(input: { name: "Bread" }) { name } }')
    expect(made.body).toMatchObject({ data: { createCategory: { name: 'Bread' } } })
    expect((await service.call('GET', '/api/users', { as: `Bearer ${access_token}` })).status).toBe(200)
    const refused = await service.call('DELETE', '/api/users/2', { as: `Bearer ${access_token}` })
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('users:delete')])
  })

  it('may have fewer scopes, and never more scopes', async () => {
    const client = await aClient(
      'name: "Half", grants: [CLIENT_CREDENTIALS], scopes: ["products:write", "users:read"]',
    )
    const ask = (scope: string) => token({ grant_type: 'client_credentials', scope, ...client })
    expect((await ask('users:read')).body.scope).toBe('users:read')
    // A token always has the permissions of GUEST.
    expect((await ask('articles:read')).body.scope).toBe('articles:read')
    expect((await ask('audit:read')).body.error).toBe('invalid_scope')
  })
})

describe('C7.5 refresh, with rotation and reuse detection', () => {
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })

  it('gives a new refresh token each time', async () => {
    const first = (await signInWithPassword()).body
    const second = (await refresh(first.refresh_token)).body
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('C15.3 gives the same successor again after a lost response, with a new access token', async () => {
    const first = (await signInWithPassword()).body
    const [second, again] = [await refresh(first.refresh_token), await refresh(first.refresh_token)]
    expect([again.status, again.body.refresh_token]).toEqual([200, second.body.refresh_token])
    expect(again.body.access_token).not.toBe(second.body.access_token)
    for (const { body } of [second, again])
      expect((await asking(body.access_token, '{ currentUser { id } }')).status).toBe(200)
    expect((await refresh(second.body.refresh_token)).status).toBe(200)
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('C15.3 gives no token of a session that has ended or was revoked meanwhile', async () => {
    const first = (await signInWithPassword()).body
    await refresh(first.refresh_token)
    await post('/oauth/revoke', { token: first.refresh_token })
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  })

  it(
    'a token used after its successor ends its family, and its access tokens within five seconds',
    { timeout: 20_000 },
    async () => {
      const first = (await signInWithPassword()).body
      const second = (await refresh(first.refresh_token)).body
      const third = (await refresh(second.refresh_token)).body
      expect((await asking(second.access_token, '{ currentUser { id } }')).status).toBe(200)
      expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
      expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant')
      const status = async () => (await asking(second.access_token, '{ currentUser { id } }')).status
      await expect.poll(status, { timeout: 6_000, interval: 250 }).toBe(403)
    },
  )

  it('C15.3 two tabs that refresh at once get the same refresh token', async () => {
    const { refresh_token } = (await signInWithPassword()).body
    const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('a refresh token of another client is invalid_grant, and stays valid for its own client', async () => {
    const other = await aClient('name: "Other", grants: [PASSWORD, REFRESH_TOKEN]')
    const { refresh_token } = (await signInWithPassword()).body
    const stolen = await token({ grant_type: 'refresh_token', refresh_token, ...other })
    expect(stolen.body.error).toBe('invalid_grant')
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  it('C3.6 the end of all sessions of a user ends their refresh tokens', async () => {
    const password = 'copper meadow 4711'
    await service.graphql(`mutation { createUser(input: {
      username: "sue", email: "sue@example.org", password: "${password}" }) { id } }`)
    const { refresh_token } = (await signInWithPassword({ username: 'sue', password })).body
    const ended = await service.call('DELETE', '/api/me/sessions', { as: basic('sue', password) })
    expect(ended.status).toBe(204)
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    const again = (await signInWithPassword({ username: 'sue', password })).body
    expect((await refresh(again.refresh_token)).status).toBe(200)
  })
})

describe('C7.5 revocation and introspection', () => {
  const introspect = async (of: string, more: Fields = {}) =>
    (await post('/oauth/introspect', { token: of, ...more })).body

  it(
    'a revoked access token is inactive at once and refused within five seconds',
    { timeout: 20_000 },
    async () => {
      const { access_token, refresh_token } = (await signInWithPassword()).body
      expect(await introspect(access_token)).toMatchObject({
        active: true,
        client_id: ID,
        token_type: 'Bearer',
      })
      expect((await asking(access_token, '{ currentUser { id } }')).status).toBe(200)
      const revoked = await post('/oauth/revoke', { token: access_token })
      expect([revoked.status, revoked.body, revoked.headers.get('cache-control')]).toEqual([
        200,
        {},
        'no-store',
      ])
      expect(await introspect(access_token)).toEqual({ active: false })
      expect(await introspect(refresh_token)).toMatchObject({ active: true })
      const status = async () => (await asking(access_token, '{ currentUser { id } }')).status
      await expect.poll(status, { timeout: 6_000, interval: 250 }).toBe(403)
    },
  )

  it('a client sees and revokes only its own tokens', async () => {
    const other = await aClient('name: "Nosy", grants: [CLIENT_CREDENTIALS]')
    const { access_token, refresh_token } = (await signInWithPassword()).body
    for (const foreign of [access_token, refresh_token]) {
      expect(await introspect(foreign, other)).toEqual({ active: false })
      expect((await post('/oauth/revoke', { token: foreign, ...other })).body).toEqual({})
      expect(await introspect(foreign)).toMatchObject({ active: true })
    }
  })

  it.each(['', 'nonsense', 'a.b.c', '€'])('the response about the token %j reveals nothing', async (text) => {
    const { status, body } = await post('/oauth/introspect', { token: `x${text}` })
    expect([status, body]).toEqual([200, { active: false }])
    expect((await post('/oauth/revoke', { token: `x${text}` })).body).toEqual({})
  })

  it('a public client cannot introspect, and can revoke', async () => {
    const input =
      'name: "Public", public: true, grants: [AUTHORIZATION_CODE], redirectUris: ["https://p.example/cb"]'
    const { client_id, client_secret } = await aClient(input)
    expect(client_secret).toBeNull()
    const form = new URLSearchParams({ client_id, token: 'x' })
    expect((await send('/oauth/introspect', form)).body.error).toBe('invalid_client')
    expect((await send('/oauth/revoke', form)).status).toBe(200)
  })
})

describe('C7.5 client authentication (RFC 6749 §2.3.1)', () => {
  const grant = 'grant_type=client_credentials'
  const sendForm = (body: string, headers: Fields = {}) =>
    send('/oauth/token', body, { 'content-type': FORM, ...headers })

  it.each<[string, string, Fields]>([
    ['a wrong secret', `${grant}&client_id=${ID}&client_secret=wrong`, {}],
    ['no secret', `${grant}&client_id=${ID}`, {}],
    ['no client', grant, {}],
    ['an unknown client', `${grant}&client_id=nobody&client_secret=x`, {}],
    ['a wrong secret by Basic', grant, { authorization: basic(ID, 'wrong') }],
    ['no Basic at all', grant, { authorization: 'Bearer x' }],
    ['Basic without a colon', grant, { authorization: `Basic ${Buffer.from('app').toString('base64')}` }],
    ['Basic that is not form-urlencoded', grant, { authorization: basic(ID, '%') }],
  ])('%s is 401 invalid_client with a challenge', async (_, body, headers) => {
    const answer = await sendForm(body, headers)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('accepts Basic with form-urlencoded blanks and signs', async () => {
    const authorization = basic(ID, encodeURIComponent(SECRET).replaceAll('%20', '+'))
    expect((await sendForm(grant, { authorization })).status).toBe(200)
  })

  it('refuses two headers', async () => {
    const right = basic(ID, encodeURIComponent(SECRET))
    const status = await new Promise((resolve) => {
      const request = httpRequest(`${service.url}/oauth/token`, { method: 'POST' }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      request.setHeader('authorization', [right, basic('other', 'x')])
      request.setHeader('content-type', FORM)
      request.end(grant)
    })
    expect(status).toBe(401)
  })

  it('two ways in one request are invalid_request', async () => {
    const headers = { authorization: basic(ID, encodeURIComponent(SECRET)) }
    const body = `${grant}&client_id=${ID}&client_secret=${encodeURIComponent(SECRET)}`
    expect((await sendForm(body, headers)).body.error).toBe('invalid_request')
    expect((await sendForm(`${grant}&client_id=other`, headers)).body.error).toBe('invalid_request')
  })
})

describe('C7.5 malformed requests', () => {
  const good = new URLSearchParams({ grant_type: 'client_credentials', client_id: ID, client_secret: SECRET })

  it.each<[string, string | URLSearchParams | Uint8Array<ArrayBuffer>, Fields, number, string]>([
    [
      'a JSON body',
      JSON.stringify({ grant_type: 'password' }),
      { 'content-type': 'application/json' },
      415,
      'invalid_request',
    ],
    ['no body', '', {}, 415, 'invalid_request'],
    [
      'a parameter that comes twice',
      `${good}&grant_type=password`,
      { 'content-type': FORM },
      400,
      'invalid_request',
    ],
    ['__proto__ twice', `${good}&__proto__=1&__proto__=2`, { 'content-type': FORM }, 400, 'invalid_request'],
    ['U+0000', `${good}&username=%00`, { 'content-type': FORM }, 400, 'invalid_request'],
    ['broken UTF-8', new Uint8Array([0x67, 0xff, 0xfe]), { 'content-type': FORM }, 400, 'invalid_request'],
    ['broken percent-encoding', `${good}&username=%E0%A4`, { 'content-type': FORM }, 400, 'invalid_request'],
    ['more than 64 KiB', `${good}&x=${'x'.repeat(70_000)}`, { 'content-type': FORM }, 413, 'invalid_request'],
    ['a long value', `${good}&scope=${'x'.repeat(8_193)}`, { 'content-type': FORM }, 400, 'invalid_request'],
    [
      'many parameters',
      `${good}&${Array.from({ length: 50 }, (_, index) => `p${index}=1`).join('&')}`,
      { 'content-type': FORM },
      400,
      'invalid_request',
    ],
    [
      'no grant_type',
      new URLSearchParams({ client_id: ID, client_secret: SECRET }),
      {},
      400,
      'invalid_request',
    ],
    [
      'an unknown grant_type',
      new URLSearchParams({ client_id: ID, client_secret: SECRET, grant_type: 'implicit' }),
      {},
      400,
      'unsupported_grant_type',
    ],
    [
      'grant_type constructor',
      new URLSearchParams({ client_id: ID, client_secret: SECRET, grant_type: 'constructor' }),
      {},
      400,
      'unsupported_grant_type',
    ],
    [
      'no code',
      new URLSearchParams({ client_id: ID, client_secret: SECRET, grant_type: 'authorization_code' }),
      {},
      400,
      'invalid_request',
    ],
    [
      'no refresh_token',
      new URLSearchParams({ client_id: ID, client_secret: SECRET, grant_type: 'refresh_token' }),
      {},
      400,
      'invalid_request',
    ],
  ])('%s', async (_, body, headers, status, error) => {
    const answer = await send('/oauth/token', body, headers)
    expect([answer.status, answer.body.error, typeof answer.body.error_description]).toEqual([
      status,
      error,
      'string',
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['a broken encoding', 'gzip', 400],
    ['an unknown encoding', 'x-unknown', 415],
  ])('%s', async (_, encoding, status) => {
    const answer = await send('/oauth/token', String(good), {
      'content-type': FORM,
      'content-encoding': encoding,
    })
    expect([answer.status, answer.body.error]).toEqual([status, 'invalid_request'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('__proto__ is an ordinary parameter', async () => {
    const answer = await send('/oauth/token', `${good}&__proto__=x&constructor=y`, { 'content-type': FORM })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['/oauth/token', 'GET', 'POST, OPTIONS'],
    ['/oauth/revoke', 'PUT', 'POST, OPTIONS'],
    ['/oauth/introspect', 'DELETE', 'POST, OPTIONS'],
    ['/oauth/jwks', 'POST', 'GET, HEAD, OPTIONS'],
    ['/.well-known/oauth-authorization-server', 'POST', 'GET, HEAD, OPTIONS'],
  ])('%s: %s is 405, and OPTIONS lists the methods', async (path, method, allow) => {
    const wrong = await service.call(method, path, { as: null })
    expect([wrong.status, wrong.headers.get('allow'), wrong.body.error]).toEqual([
      405,
      allow,
      'invalid_request',
    ])
    const options = await service.call('OPTIONS', path, { as: null })
    expect([options.status, options.headers.get('allow')]).toEqual([200, allow])
  })

  it('an unknown address is 404 with the body of RFC 6749', async () => {
    const { status, body } = await service.call('GET', '/oauth/elsewhere', { as: null })
    expect([status, body.error]).toEqual([404, 'invalid_request'])
  })
})

describe('C7.5 createOAuthClient is only for administrators', () => {
  const create = (input: string, as?: string | null) =>
    service.graphql(`mutation { createOAuthClient(input: {${input}}) { id secret } }`, {}, as)

  it('anonymous callers get UNAUTHENTICATED, others FORBIDDEN', async () => {
    const input = 'name: "X", grants: [CLIENT_CREDENTIALS]'
    const code = async (as: string | null) => (await create(input, as)).body.errors[0].extensions.code
    expect(await code(null)).toBe('UNAUTHENTICATED')
    expect(await code(basic('rob', 'harbour lantern 58'))).toBe('FORBIDDEN')
  })

  it.each([
    ['name: "", grants: [PASSWORD]', 'name'],
    ['name: "X", grants: []', 'grants'],
    ['name: "X", grants: [AUTHORIZATION_CODE]', 'redirectUris'],
    ['name: "X", grants: [AUTHORIZATION_CODE], redirectUris: ["http://example.org/cb"]', 'redirectUris'],
    ['name: "X", grants: [AUTHORIZATION_CODE], redirectUris: ["javascript:alert(1)"]', 'redirectUris'],
    ['name: "X", grants: [AUTHORIZATION_CODE], redirectUris: ["https://example.org/#x"]', 'redirectUris'],
    ['name: "X", grants: [CLIENT_CREDENTIALS], public: true', 'grants'],
    ['name: "X", grants: [CLIENT_CREDENTIALS], scopes: ["all:things"]', 'scopes'],
    ['name: "X", grants: [PASSWORD], scopes: ["users:read"]', 'scopes'],
  ])('%s is refused', async (input, field) => {
    const { body } = await create(input)
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['input', field] }],
    })
  })
})

describe('C7.5 sessions', () => {
  it('are listed and ended one by one, over both interfaces', async () => {
    const { access_token, refresh_token } = (await signInWithPassword({ scope: 'users:read users:write' }))
      .body
    const { body } = await asking(
      access_token,
      '{ sessions { id clientId clientName scopes lastUsedAt expiresAt } }',
    )
    const [session] = body.data.sessions
    expect(session).toMatchObject({ clientId: ID, clientName: ID, scopes: ['users:read', 'users:write'] })
    const listed = await service.call('GET', '/api/me/sessions')
    expect(listed.body[0]).toMatchObject({ id: session.id, clientId: ID })
    expect((await service.call('DELETE', `/api/me/sessions/${session.id}`)).status).toBe(204)
    expect((await service.call('DELETE', `/api/me/sessions/${session.id}`)).status).toBe(404)
    expect((await token({ grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant')
  })

  it('of other users are NOT_FOUND, and anonymous callers have none', async () => {
    const { body } = await service.call('GET', '/api/me/sessions')
    const rob = basic('rob', 'harbour lantern 58')
    expect((await service.call('DELETE', `/api/me/sessions/${body[0].id}`, { as: rob })).status).toBe(404)
    expect((await service.call('GET', '/api/me/sessions', { as: null })).status).toBe(401)
    const ended = await service.graphql(`mutation { endSession(id: "${body[0].id}") }`, {}, rob)
    expect(ended.body.errors[0].extensions.code).toBe('NOT_FOUND')
  })
})

describe('C7.10 the audit log', () => {
  const entries = async (): Promise<readonly Record<string, unknown>[]> => {
    const query = '{ auditLog(first: 20) { edges { node { action credential decision resource } } } }'
    const { body } = await service.graphql(query)
    return body.data.auditLog.edges.map(({ node }: { node: Record<string, unknown> }) => node)
  }

  it('contains every session that begins, and every refusal', async () => {
    await signInWithPassword()
    await token({ grant_type: 'client_credentials', client_secret: 'wrong' })
    const [refusal, beginning] = await entries()
    expect(refusal).toMatchObject({ action: 'issueToken', decision: 'DENY' })
    expect(beginning).toMatchObject({ action: 'issueToken', resource: 'sessions', decision: 'ALLOW' })
  })
})
