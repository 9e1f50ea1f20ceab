import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { ADMINISTRATOR, ask, Browser, startStudio } from '../support/studio.ts'
import { createChallenge, VERIFIER } from '../support/person.ts'

const REDIRECT_URI = 'https://app.example.org/callback'
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }
const BUILT_IN = 'studio:built-in'
const [PENDING, SESSION] = ['studio-sign-in', 'studio-session'] as const

let service: Awaited<ReturnType<typeof startStudio>>
let browser: Browser
beforeAll(async () => {
  service = await startStudio({
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: REDIRECT_URI,
  })
}, 60_000)
afterAll(() => service.stop())
beforeEach(() => {
  browser = new Browser(service.url)
})

const hasSession = async (of = browser): Promise<boolean> => (await of.post('/studio/token')).status === 200

describe('C20.2 /studio/sign-in', () => {
  it('leads to the authorization page with PKCE and a state, and asks for no consent', async () => {
    const begun = await browser.open(`${service.url}/studio/sign-in`)
    expect([begun.status, begun.headers['cache-control']]).toEqual([303, 'no-store'])
    const { origin, pathname, searchParams } = new URL(begun.location)
    expect(origin + pathname).toBe(`${service.url}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: BUILT_IN,
      redirect_uri: `${service.url}/studio/signed-in`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect((await browser.open(begun.location)).text).toContain(
      'Sign in to go on to <strong class="name">Studio',
    )
    const entered = await browser.submit({ choice: 'sign-in', ...ADMINISTRATOR })
    const answered = await browser.open(entered.location)
    expect(answered.location).toContain(`${service.url}/studio/signed-in?code=`)
    expect((await browser.open(answered.location)).location).toBe('/studio')
    expect(await hasSession()).toBe(true)
  })

  it('binds state and verifier to the browser by a cookie, which does not reveal them', async () => {
    const { setCookies, location } = await browser.open(`${service.url}/studio/sign-in`)
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^studio-sign-in=[\w.-]+; Path=\/studio\/signed-in; Max-Age=3600; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(setCookies[0]).not.toContain(new URL(location).searchParams.get('state'))
  })

  it('sets the cookies with Secure for a BASE_URL with https', async () => {
    const secure = await startStudio({ BASE_URL: 'https://cms.example.org' })
    try {
      const headers = { host: 'cms.example.org' }
      const { setCookies, location } = await ask(`${secure.url}/studio/sign-in`, { headers })
      expect(setCookies[0]).toMatch(/^__Secure-studio-sign-in=.*; HttpOnly; SameSite=Lax; Secure$/)
      expect(location).toContain('https://cms.example.org/oauth/authorize?')
      const ended = await ask(`${secure.url}/studio/sign-out`, {
        method: 'POST',
        headers: { ...headers, origin: 'https://cms.example.org' },
      })
      expect(ended.setCookies).toEqual([
        '__Secure-studio-session=; Path=/studio; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ])
    } finally {
      await secure.stop()
    }
  }, 60_000)

  it.each([
    ['/studio', '/studio'],
    ['/studio/', '/studio/'],
    ['/studio/articles/7?tab=history#edits', '/studio/articles/7?tab=history#edits'],
    ['/studio/ünd', '/studio/%C3%BCnd'],
    ['/studio?q=//evil.example.org', '/studio?q=//evil.example.org'],
  ])('returns to %s', async (given, expected) => {
    const { location } = await browser.signIn(`/studio/sign-in?return=${encodeURIComponent(given)}`)
    expect(location).toBe(expected)
  })

  it.each([
    '',
    '/',
    '//evil.example.org',
    '//evil.example.org/studio',
    '///evil.example.org/studio',
    'https://evil.example.org/studio',
    'http:/studio',
    'javascript:alert(1)',
    String.raw`/\evil.example.org`,
    String.raw`/studio\..\..\evil`,
    String.raw`\studio`,
    '/studio/\t//evil',
    '/\t/evil.example.org',
    '/studio/\r\nSet-Cookie: a=b',
    '/studio/\u0000',
    '/studio/\u0085',
    ' /studio/articles',
    'studio/articles',
    '/studio/../oauth/access',
    '/studio/%2e%2e/oauth/access',
    '/studio/.%2E/oauth/access',
    '/studiox',
    '/studio-evil',
    '/studio@evil.example.org',
    '/STUDIO/articles',
    '/api/me',
    '/studio/sign-in',
    '/studio/sign-in/?return=/studio',
    '/studio/SIGNED-IN?code=a',
    '/studio/assets/index.js',
    `/studio/${'a'.repeat(2_000)}`,
  ])('does not return to %j', async (given) => {
    const { location } = await browser.signIn(`/studio/sign-in?return=${encodeURIComponent(given)}`)
    expect(location).toBe('/studio')
  })

  it('takes the first of two return addresses, and checks it', async () => {
    const { location } = await browser.signIn('/studio/sign-in?return=//evil.example.org&return=/studio/a')
    expect(location).toBe('/studio')
  })
})

describe('C20.2 /studio/signed-in', () => {
  it('keeps the refresh token in a cookie for the studio alone, and removes the pending state', async () => {
    const { setCookies, headers, text } = await browser.signIn()
    expect(setCookies).toEqual([
      `${PENDING}=; Path=/studio/signed-in; Max-Age=0; HttpOnly; SameSite=Lax`,
      expect.stringMatching(
        /^studio-session=[\w-]{43}; Path=\/studio; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect([headers['cache-control'], text]).toEqual(['no-store', ''])
  })

  it('without a pending state presents no code, ends nothing, and leads to /studio', async () => {
    const code = await browser.findCode()
    const other = new Browser(service.url)
    await other.signIn()
    const { status, location, setCookies } = await other.open(code)
    expect([status, location, setCookies]).toEqual([303, '/studio', []])
    expect(await hasSession(other)).toBe(true)
    // The code was not presented: it still works for the browser that began the sign-in.
    await browser.open(code)
    expect(await hasSession()).toBe(true)
  })

  it.each<[string, (url: URL) => void]>([
    ['another state', (url) => url.searchParams.set('state', 'a'.repeat(43))],
    ['no state', (url) => url.searchParams.delete('state')],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example.org')],
    ['no issuer', (url) => url.searchParams.delete('iss')],
  ])('with %s leads to /studio, and keeps the pending state', async (_, change) => {
    const code = await browser.findCode()
    const url = new URL(code)
    change(url)
    const { location, setCookies } = await browser.open(url.href)
    expect([location, setCookies, await hasSession()]).toEqual(['/studio', [], false])
    await browser.open(code)
    expect(await hasSession()).toBe(true)
  })

  it('does nothing for HEAD, and refuses other methods', async () => {
    const code = await browser.findCode()
    const head = await browser.open(code, { method: 'HEAD' })
    expect([head.status, head.location, head.setCookies]).toEqual([303, '/studio', []])
    for (const path of [
      '/studio',
      '/studio/articles',
      '/studio/sign-in',
      '/studio/signed-in',
      '/studio/assets/a.js',
    ])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, headers } = await ask(service.url + path, { method })
        expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
      }
    await browser.open(code)
    expect(await hasSession()).toBe(true)
  })

  it('refuses a forged cookie', async () => {
    const code = await browser.findCode()
    for (const forged of ['a.b', 'x', browser.cookies.get(PENDING)?.value.slice(0, -4) ?? ''])
      expect((await ask(code, { headers: { cookie: `${PENDING}=${forged}` } })).location).toBe('/studio')
  })

  it('refuses the injected code of another browser: its verifier is another one', async () => {
    const thief = new Browser(service.url)
    const stolen = new URL(await browser.findCode()).searchParams.get('code') ?? ''
    const own = new URL(await thief.findCode())
    own.searchParams.set('code', stolen)
    const { status, text, setCookies } = await thief.open(own.href)
    expect([status, setCookies.some((each) => each.startsWith(SESSION))]).toEqual([403, false])
    expect(text).toContain('href="/studio/sign-in"')
  })

  it('refuses the code of another client', async () => {
    const { searchParams } = new URL(await browser.findCode())
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: createChallenge(VERIFIER),
      code_challenge_method: 'S256',
    })
    const other = new Browser(service.url)
    await other.signIn()
    await other.open(`${service.url}/oauth/authorize?${query}`)
    const { location } = await other.submit({ choice: 'allow' })
    searchParams.set('code', new URL(location).searchParams.get('code') ?? '')
    expect((await browser.open(`${service.url}/studio/signed-in?${searchParams}`)).status).toBe(403)
    expect(await hasSession()).toBe(false)
  })

  it('a replay without the pending state ends nothing, and a replay with it ends the session of the code', async () => {
    const code = await browser.findCode()
    const pending = `${PENDING}=${browser.cookies.get(PENDING)?.value}`
    await browser.open(code)
    expect((await browser.open(code)).location).toBe('/studio')
    expect(await hasSession()).toBe(true)
    const replayed = await ask(code, { headers: { cookie: pending } })
    expect([replayed.status, replayed.setCookies]).toEqual([
      403,
      [expect.stringMatching(/^studio-sign-in=;/)],
    ])
    expect(await hasSession()).toBe(false)
  })

  it('shows a page after a refusal of the authorization page, and begins no sign-in by itself', async () => {
    const begun = await browser.open(`${service.url}/studio/sign-in`)
    const refused = await browser.open(`${begun.location}&prompt=none`)
    expect(refused.location).toContain('error=login_required')
    const { status, location, text } = await browser.open(refused.location)
    expect([status, location]).toEqual([403, ''])
    expect(text).toContain('You are not signed in')
  })

  it('a code of the built-in client that somebody else asked for has no use', async () => {
    await browser.signIn()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: BUILT_IN,
      redirect_uri: `${service.url}/studio/signed-in`,
      state: 'a state of an attacker',
      code_challenge: createChallenge(VERIFIER),
      code_challenge_method: 'S256',
    })
    const { location } = await browser.open(`${service.url}/oauth/authorize?${query}`)
    expect((await browser.open(location)).location).toBe('/studio')
    const code = new URL(location).searchParams.get('code') ?? ''
    for (const secret of [{}, { client_secret: '' }, { client_secret: BUILT_IN }]) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: BUILT_IN,
        redirect_uri: `${service.url}/studio/signed-in`,
        code,
        code_verifier: VERIFIER,
        ...secret,
      })
      const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
      expect([answer.status, (await answer.json()) as unknown]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_client' }),
      ])
    }
  })

  it('the authorization page knows no other redirect URI of the built-in client', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: BUILT_IN,
      redirect_uri: REDIRECT_URI,
      code_challenge: createChallenge(VERIFIER),
      code_challenge_method: 'S256',
    })
    expect((await browser.open(`${service.url}/oauth/authorize?${query}`)).status).toBe(400)
  })
})

describe('C20.2 the second factor', () => {
  it('is a step of the sign-in', async () => {
    const name = 'careful'
    await service.graphql(
      `mutation { createUser(input: { username: "${name}", name: "Careful", email: "${name}@example.org",
        password: "${ADMIN_PASSWORD} too" }) { id } }`,
    )
    const as = `Basic ${Buffer.from(`${name}:${ADMIN_PASSWORD} too`).toString('base64')}`
    const at = '/api/me/second-factor'
    const begun = await service.call('POST', at, { as, body: { password: `${ADMIN_PASSWORD} too` } })
    const totp = new TOTP({ secret: begun.body.secret })
    await service.call('POST', `${at}/confirmation`, { as, body: { code: totp.generate() } })

    const { location } = await browser.open(`${service.url}/studio/sign-in?return=/studio/mine`)
    await browser.open(location)
    const asked = await browser.submit({
      choice: 'sign-in',
      username: name,
      password: `${ADMIN_PASSWORD} too`,
    })
    expect([asked.location, asked.text.includes('name="otp"')]).toEqual(['', true])
    const [, step = ''] = /name="step" value="([^"]+)"/.exec(asked.text) ?? []
    const wrong = await browser.submit({ choice: 'sign-in', step, otp: '000000' })
    expect(wrong.location).toBe('')
    const otp = totp.generate({ timestamp: Date.now() + 30_000 })
    const entered = await browser.submit({ choice: 'sign-in', step, otp })
    const answered = await browser.open(entered.location)
    expect((await browser.open(answered.location)).location).toBe('/studio/mine')
    expect(await hasSession()).toBe(true)
  })
})

describe('C20.2 the built-in client', () => {
  it('is in no list, and cannot be read, changed or deleted', async () => {
    await browser.signIn()
    const listed = await service.call('GET', '/api/oauth-clients?limit=100')
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([CLIENT.client_id])
    const { body } = await service.graphql('{ oauthClients(limit: 100) { id } }')
    expect(body.data.oauthClients).toEqual([{ id: CLIENT.client_id }])
    const path = `/api/oauth-clients/${encodeURIComponent(BUILT_IN)}`
    expect((await service.call('GET', path)).status).toBe(404)
    expect((await service.call('POST', `${path}/secret`)).status).toBe(404)
    expect((await service.call('DELETE', path)).status).toBe(404)
    for (const mutation of ['rotateOAuthClientSecret(id: $id) { secret }', 'deleteOAuthClient(id: $id)']) {
      const answer = await service.graphql(`mutation ($id: ID!) { ${mutation} }`, { id: BUILT_IN })
      expect(answer.body.errors[0].extensions.code).toBe('NOT_FOUND')
    }
    expect(await hasSession()).toBe(true)
  })

  it.each(['/oauth/token', '/oauth/introspect', '/oauth/revoke'])('cannot act at %s', async (path) => {
    for (const grant of ['client_credentials', 'refresh_token', 'password', 'authorization_code'])
      for (const headers of [
        {},
        { authorization: `Basic ${Buffer.from('studio%3Abuilt-in:').toString('base64')}` },
      ]) {
        const body = new URLSearchParams({
          client_id: BUILT_IN,
          grant_type: grant,
          token: 'x',
          refresh_token: 'x',
        })
        const answer = await fetch(service.url + path, { method: 'POST', body, headers })
        expect([answer.status, await answer.json()]).toEqual([
          401,
          expect.objectContaining({ error: 'invalid_client' }),
        ])
      }
  })

  it('cannot be declared by its id', async () => {
    const { readSettings } = await import('../../src/settings/read-settings.ts')
    const settings = {
      OAUTH_CLIENT_ID: BUILT_IN,
      OAUTH_CLIENT_SECRET: CLIENT.client_secret,
      OAUTH_REDIRECT_URIS: REDIRECT_URI,
    }
    expect(() => readSettings(settings)).toThrow(/OAUTH_CLIENT_ID must be/)
  })

  it('its sessions are in the list of the user, who can end them', async () => {
    await browser.signIn()
    const token = await browser.token()
    const as = `Bearer ${token}`
    const { body } = await service.call('GET', '/api/me/sessions', { as })
    expect(body[0]).toMatchObject({ clientName: 'Studio' })
    await service.call('DELETE', `/api/me/sessions/${body[0].id}`, { as })
    expect(await hasSession()).toBe(false)
  })
})
