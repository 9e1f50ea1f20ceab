import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPerson, createChallenge, VERIFIER, type Person } from '../support/person.ts'
import { ADMIN_PASSWORD, AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

const REDIRECT_URI = 'https://app.example.org/callback'
const ID = 'app'
const SECRET = 'thirty-two characters of a secret'

let service: TestService
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {
    OAUTH_CLIENT_ID: ID,
    OAUTH_CLIENT_SECRET: SECRET,
    OAUTH_REDIRECT_URIS: `${REDIRECT_URI},com.example.app:/callback`,
  })
}, 60_000)
afterAll(() => service.stop())

type Fields = Readonly<Record<string, string | undefined>>

const REQUEST = {
  response_type: 'code',
  client_id: ID,
  redirect_uri: REDIRECT_URI,
  scope: 'articles:read',
  state: 'a state of & = ünd %',
  code_challenge: createChallenge(VERIFIER),
  code_challenge_method: 'S256',
}

/** Undefined leaves a parameter out. */
const createParameters = (given: Fields): URLSearchParams => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, value)
  return parameters
}

/** The address of the authorization endpoint for a person. */
const address = (more: Fields = {}): string =>
  `${service.url}/oauth/authorize?${createParameters({ ...REQUEST, ...more })}`
const SIGN_IN = { choice: 'sign-in', username: 'admin', password: ADMIN_PASSWORD }

let person: Person
beforeEach(() => {
  person = aPerson(service.url)
})

const redeem = async (code: string, more: Fields = {}) => {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  }
  const body = createParameters({ client_id: ID, client_secret: SECRET, ...fields, ...more })
  const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('C7.5 errors about the client or its address are shown to the person', () => {
  it.each<[string, Fields]>([
    ['no client_id', { client_id: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ['another URL', { redirect_uri: 'https://evil.example.org/callback' }],
    ['an address that begins alike', { redirect_uri: `${REDIRECT_URI}/more` }],
    ['an address with a query more', { redirect_uri: `${REDIRECT_URI}?x=1` }],
    ['an address in other letters', { redirect_uri: REDIRECT_URI.toUpperCase() }],
  ])('%s: a page, and no redirect', async (_, more) => {
    const { status, location, text, headers } = await person.open(address(more))
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('This does not work')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('shows a repeated parameter to the person', async () => {
    const { status, location } = await person.open(`${address()}&client_id=other`)
    expect([status, location]).toEqual([400, null])
  })

  it('shows the name of a client as text', async () => {
    const { body } = await service.graphql(`mutation { createOAuthClient(input: {
      name: "<img src=x onerror=alert(1)>", grants: [AUTHORIZATION_CODE], redirectUris: ["${REDIRECT_URI}"] }) { id } }`)
    const { text } = await person.open(address({ client_id: body.data.createOAuthClient.id }))
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain('<img')
  })
})

describe('C7.5 other errors go to the client, with its state and the issuer (RFC 9207)', () => {
  it.each<[string, Fields, string]>([
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['the hybrid flow', { response_type: 'code token' }, 'unsupported_response_type'],
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE plain', { code_challenge_method: 'plain', code_challenge: VERIFIER }, 'invalid_request'],
    ['PKCE without a method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['a scope that there is not', { scope: 'openid' }, 'invalid_scope'],
    ['another response_mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['prompt=none before a sign-in', { prompt: 'none' }, 'login_required'],
  ])('%s', async (_, more, error) => {
    const { status, location } = await person.open(address(more))
    const answered = new URL(location ?? '')
    expect([status, answered.origin + answered.pathname]).toEqual([303, REDIRECT_URI])
    expect(Object.fromEntries(answered.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: REQUEST.state,
      iss: service.url,
    })
  })

  it('redirects a client that is not registered for codes', async () => {
    const { body } = await service.graphql(`mutation { createOAuthClient(input: {
      name: "Robot", grants: [CLIENT_CREDENTIALS], redirectUris: ["${REDIRECT_URI}"] }) { id } }`)
    const { location } = await person.open(address({ client_id: body.data.createOAuthClient.id }))
    expect(new URL(location ?? '').searchParams.get('error')).toBe('unauthorized_client')
  })
})

describe('C7.5 the sign-in page', () => {
  it('has no script, and allows neither frames nor caches', async () => {
    const { headers, text } = await person.open(address())
    expect(text).not.toMatch(/<script|\son\w+=/i)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).toContain("form-action 'self' https://app.example.org")
    expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
    expect(headers.get('set-cookie')).toMatch(/^sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('names the scheme of an app as the target of its form', async () => {
    const { headers } = await person.open(address({ redirect_uri: 'com.example.app:/callback' }))
    expect(headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:;")
  })

  it('a wrong password shows a message, tied to its fields, and keeps the username', async () => {
    await person.open(address())
    const { status, text } = await person.send({ ...SIGN_IN, username: 'ad"min', password: 'wrong' })
    expect([status, text.includes('role="alert"')]).toEqual([200, true])
    expect(text).toContain('value="ad&quot;min"')
    expect(text.match(/aria-describedby="problem"/g)).toHaveLength(2)
    expect(text).not.toContain('wrong"')
  })

  it('names the code in its message only if the form has one', async () => {
    await person.open(address())
    const refused = async (given: object) =>
      (await person.send({ ...SIGN_IN, password: 'wrong', ...given })).text
    expect(await refused({})).toContain('The username or the password is wrong.')
    expect(await refused({ otp: '123456' })).toContain('The username, the password or the code is wrong.')
  })

  it('refuses a form of another site before it checks the password', async () => {
    await person.open(address())
    const { status, text } = await person.send({ ...SIGN_IN, proof: 'made up' })
    expect([status, text.includes('cookies are off')]).toEqual([403, true])
    expect((await person.open(address())).text).toContain('name="password"')
  })

  it('refuses a form with the proof of another browser', async () => {
    const other = aPerson(service.url)
    const { text } = await other.open(address())
    const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(text) ?? []
    await person.open(address())
    expect((await person.send({ ...SIGN_IN, proof })).status).toBe(403)
  })

  it('changes the cookie at a sign-in, so that a planted cookie has no value', async () => {
    await person.open(address())
    const before = person.cookie()
    await person.send(SIGN_IN)
    expect(person.cookie()).not.toBe(before)
    const thief = await fetch(address(), { headers: { cookie: before } })
    expect(await thief.text()).toContain('name="password"')
  })

  it('C7.6 too many failures show the time to wait', async () => {
    await person.open(address())
    const fail = () => person.send({ ...SIGN_IN, username: 'nobody', password: 'wrong' })
    for (let n = 0; n < 10; n += 1) await fail()
    const { status, headers, text } = await fail()
    expect([status, Number(headers.get('retry-after')) > 0, text.includes('Wait ')]).toEqual([
      429,
      true,
      true,
    ])
  })
})

describe('C7.5 the consent page', () => {
  /** Signs in, and opens the consent page. */
  const openConsentPage = async (more: Fields = {}) => {
    await person.open(address(more))
    const { location } = await person.send(SIGN_IN)
    return person.open(location ?? '')
  }

  it('describes the scopes in plain words, and gives two choices', async () => {
    const { text } = await openConsentPage({ scope: 'articles:publish users:delete', prompt: 'consent' })
    expect(text).toContain('publish and archive all articles')
    expect(text).toContain('delete all accounts')
    expect(text.match(/<button name="choice" value="(allow|refuse)"/g)).toHaveLength(2)
  })

  it('refusing is access_denied', async () => {
    await openConsentPage({ prompt: 'consent' })
    const { location } = await person.send({ choice: 'refuse' })
    expect(new URL(location ?? '').searchParams.get('error')).toBe('access_denied')
  })

  it('agreeing gives the client a code, which works once, with its verifier and its address', async () => {
    const answered = await person.allow(address({ scope: 'articles:read comments:read' }))
    expect(Object.fromEntries(answered.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: REQUEST.state,
      iss: service.url,
    })
    const { status, body } = await redeem(answered.searchParams.get('code') ?? '')
    expect([status, body['scope']]).toEqual([200, 'articles:read comments:read'])
  })

  it('a person who agreed before sees no page, unless the client requests more', async () => {
    await person.allow(address({ scope: 'articles:read comments:read' }))
    expect((await person.open(address({ scope: 'comments:read' }))).location).toContain('code=')
    expect((await person.open(address({ scope: 'audit:read' }))).text).toContain('Allow access?')
    const silent = await person.open(address({ scope: 'audit:read', prompt: 'none' }))
    expect(new URL(silent.location ?? '').searchParams.get('error')).toBe('consent_required')
    expect((await person.open(address({ scope: 'comments:read', prompt: 'consent' }))).text).toContain(
      'Allow access?',
    )
  })

  it('prompt=login asks for the password again, once', async () => {
    await person.allow(address())
    expect((await person.open(address({ prompt: 'login' }))).text).toContain('name="password"')
    const { location } = await person.send(SIGN_IN)
    expect((await person.open(location ?? '')).location).toContain('code=')
  })

  it('C3.6 the end of all sessions of a user also ends the sign-in on the pages', async () => {
    await person.allow(address())
    await service.call('DELETE', '/api/me/sessions')
    expect((await person.open(address())).text).toContain('name="password"')
  })
})

describe('C7.5 a code', () => {
  const getCode = async (more: Fields = {}): Promise<string> =>
    (await person.allow(address(more))).searchParams.get('code') ?? ''

  it.each<[string, Fields]>([
    ['without its verifier', { code_verifier: undefined }],
    ['with another verifier', { code_verifier: `${VERIFIER}x` }],
    ['with another address', { redirect_uri: 'com.example.app:/callback' }],
    ['without its address', { redirect_uri: undefined }],
  ])('%s is invalid_grant', async (_, more) => {
    const { status, body } = await redeem(await getCode(), more)
    expect([status, body['error']]).toEqual([400, 'invalid_grant'])
  })

  it('of another client is invalid_grant', async () => {
    const { body } = await service.graphql(
      `mutation { createOAuthClient(input: {
      name: "Other", grants: [AUTHORIZATION_CODE], redirectUris: ["${REDIRECT_URI}"] }) { id secret } }`,
      {},
      AS_ADMIN,
    )
    const { id, secret } = body.data.createOAuthClient
    const stolen = await redeem(await getCode(), { client_id: id, client_secret: secret })
    expect(stolen.body['error']).toBe('invalid_grant')
  })

  it('gives tokens to at most one of two concurrent requests, and these tokens end', async () => {
    const code = await getCode()
    const answers = await Promise.all([redeem(code), redeem(code)])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { body } of answers)
      if (body['refresh_token'])
        expect(
          (await redeem('', { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }))
            .status,
        ).toBe(400)
  })

  it('works for a public client, which has only its verifier', async () => {
    const { body } = await service.graphql(
      `mutation { createOAuthClient(input: { name: "Phone", public: true,
      grants: [AUTHORIZATION_CODE, REFRESH_TOKEN], redirectUris: ["com.example.app:/callback"] }) { id } }`,
      {},
      AS_ADMIN,
    )
    const client_id = body.data.createOAuthClient.id
    const redirect_uri = 'com.example.app:/callback'
    const answered = await person.allow(address({ client_id, redirect_uri }))
    const code = answered.searchParams.get('code') ?? ''
    const tokens = await redeem(code, { client_id, redirect_uri, client_secret: undefined })
    expect(tokens.status).toBe(200)
    const renewed = await redeem('', {
      client_id,
      client_secret: undefined,
      grant_type: 'refresh_token',
      refresh_token: String(tokens.body['refresh_token']),
    })
    expect(renewed.status).toBe(200)
  })
})

describe('C7.5 metadata and keys', () => {
  it('name every endpoint, below the issuer', async () => {
    const { body, headers } = await service.call('GET', '/.well-known/oauth-authorization-server', {
      as: null,
    })
    expect(body).toMatchObject({
      issuer: service.url,
      authorization_endpoint: `${service.url}/oauth/authorize`,
      token_endpoint: `${service.url}/oauth/token`,
      revocation_endpoint: `${service.url}/oauth/revoke`,
      introspection_endpoint: `${service.url}/oauth/introspect`,
      jwks_uri: `${service.url}/oauth/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('reveal no secret', async () =>
    expect((await service.call('GET', '/oauth/jwks', { as: null })).body).toEqual({ keys: [] }))
})
