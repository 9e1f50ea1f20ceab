import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ID } from '../support/service.ts'
import { ask, Browser, startStudio } from '../support/studio.ts'

const TOKEN = '/studio/token'

let service: Awaited<ReturnType<typeof startStudio>>
let browser: Browser
beforeAll(async () => {
  service = await startStudio()
}, 60_000)
afterAll(() => service.stop())
beforeEach(() => {
  browser = new Browser(service.url)
})

const SESSION = 'studio-session'
const bearer = (token: string) => ({ as: `Bearer ${token}` })
const whoIs = async (token: string): Promise<unknown> => {
  const { status, body } = await service.call('GET', '/api/me', bearer(token))
  return status === 200 ? String(body.id) : body.code
}
const IN_TIME = { timeout: 5_500, interval: 200 }

describe('C20.2 POST /studio/token', () => {
  it('gives an access token for memory alone, and a new refresh token in the cookie alone', async () => {
    await browser.signIn()
    const before = browser.cookies.get(SESSION)?.value ?? ''
    const { status, headers, text, setCookies } = await browser.post(TOKEN)
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-store',
      'application/json',
    ])
    const body = JSON.parse(text) as { readonly access_token: string }
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
    expect(await whoIs(body.access_token)).toBe(ADMIN_ID)
    const after = browser.cookies.get(SESSION)?.value ?? ''
    expect(after).not.toBe(before)
    expect([text.includes(after), text.includes(before)]).toEqual([false, false])
    expect(setCookies).toEqual([
      `${SESSION}=${after}; Path=/studio; Max-Age=2592000; HttpOnly; SameSite=Strict`,
    ])
  })

  it('lets the studio do all that the user may, without a list of scopes', async () => {
    await browser.signIn()
    const token = await browser.token()
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: ADMIN_ID, client_id: 'studio:built-in', sid: expect.any(String) })
    expect(claims).not.toHaveProperty('scope')
    expect((await service.call('GET', '/api/audit-log?limit=1', bearer(token))).status).toBe(200)
    const created = await service.call('POST', '/api/oauth-clients', {
      ...bearer(token),
      body: { name: 'Robot', grants: ['CLIENT_CREDENTIALS'], scopes: ['users:delete'] },
    })
    expect(created.status).toBe(201)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['none', {}],
    ['null', { origin: 'null' }],
    ['another one', { origin: 'https://evil.example.org' }],
    ['one that begins alike', { origin: 'http://127.0.0.1' }],
    ['the own one with a path', { origin: 'OWN/' }],
    ['the own one twice', { origin: 'OWN, OWN' }],
  ])('refuses the Origin %s: it rotates nothing, and sets no cookie', async (_, { origin }) => {
    await browser.signIn()
    const kept = browser.cookieFor(TOKEN)
    for (const path of [TOKEN, '/studio/sign-out']) {
      const refused = await ask(service.url + path, {
        method: 'POST',
        headers: { cookie: kept, ...(origin && { origin: origin.replaceAll('OWN', service.url) }) },
      })
      expect([refused.status, refused.setCookies]).toEqual([403, []])
      expect(refused.text).not.toContain('access_token')
    }
    // The token that another use had replaced would give its successor; a session that had ended, nothing.
    const first = await browser.post(TOKEN)
    expect([first.status, (await browser.post(TOKEN)).status]).toEqual([200, 200])
  })

  it('refuses a repeated header Origin', async () => {
    await browser.signIn()
    const refused = await fetch(service.url + TOKEN, {
      method: 'POST',
      headers: [
        ['origin', service.url],
        ['origin', 'https://evil.example.org'],
        ['cookie', browser.cookieFor(TOKEN)],
      ],
    })
    expect(refused.status).toBe(403)
  })

  it.each([
    ['no cookie', ''],
    ['an invented token', `${SESSION}=${'a'.repeat(43)}`],
    ['a token of another form', `${SESSION}=abc`],
    ['two cookies of one name', `${SESSION}=${'a'.repeat(43)}; ${SESSION}=${'b'.repeat(43)}`],
  ])('is 401 with %s', async (_, cookie) => {
    const { status, text, headers } = await browser.post(TOKEN, { cookie })
    expect([status, JSON.parse(text).error, headers['cache-control']]).toEqual([
      401,
      'login_required',
      'no-store',
    ])
  })

  it('is 405 for other methods, with Allow', async () => {
    for (const path of [TOKEN, '/studio/sign-out'])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, headers } = await ask(service.url + path, { method })
        expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS'])
      }
  })

  it('two tabs that refresh at once both succeed, and share the session that follows', async () => {
    await browser.signIn()
    const kept = { cookie: browser.cookieFor(TOKEN) }
    const answers = await Promise.all([browser.post(TOKEN, kept), browser.post(TOKEN, kept)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = answers.map(({ setCookies }) => setCookies)
    expect(one).toEqual(other)
    expect(await whoIs(await browser.token())).toBe(ADMIN_ID)
  })

  it('the replay of a refresh token after its successor was used ends the session', async () => {
    await browser.signIn()
    const stolen = { cookie: browser.cookieFor(TOKEN) }
    await browser.token()
    const token = await browser.token()
    const replayed = await ask(service.url + TOKEN, {
      method: 'POST',
      headers: { origin: service.url, ...stolen },
    })
    expect([replayed.status, replayed.setCookies]).toEqual([
      401,
      [`${SESSION}=; Path=/studio; Max-Age=0; HttpOnly; SameSite=Strict`],
    ])
    expect((await browser.post(TOKEN)).status).toBe(401)
    await expect.poll(() => whoIs(token), IN_TIME).toBe('INVALID_TOKEN')
  })

  it('a refresh token of another client is no session of the studio, and a session of the studio is none of OAuth', async () => {
    await browser.signIn()
    const value = browser.cookies.get(SESSION)?.value ?? ''
    const { body } = await service.call('POST', '/api/oauth-clients', {
      body: { name: 'App', grants: ['PASSWORD', 'REFRESH_TOKEN'], scopes: [] },
    })
    const client = { client_id: body.id, client_secret: body.secret }
    const send = async (path: string, fields: Readonly<Record<string, string>>) =>
      (
        await fetch(service.url + path, {
          method: 'POST',
          body: new URLSearchParams({ ...client, ...fields }),
        })
      ).json() as Promise<Readonly<Record<string, unknown>>>
    const own = await send('/oauth/token', {
      grant_type: 'password',
      username: 'admin',
      password: 'tangled otter velvet 9',
    })
    const foreign = await new Browser(service.url).post(TOKEN, {
      cookie: `${SESSION}=${String(own['refresh_token'])}`,
    })
    expect(foreign.status).toBe(401)
    const taken = await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: value })
    expect(taken['error']).toBe('invalid_grant')
    expect(await send('/oauth/introspect', { token: value })).toEqual({ active: false })
    await send('/oauth/revoke', { token: value })
    expect((await browser.post(TOKEN)).status).toBe(200)
  })
})

describe('C20.2 the sign-out', () => {
  const asksToSignIn = async (of: Browser): Promise<boolean> =>
    (await of.follow(`${service.url}/studio/sign-in`)).text.includes('name="password"')

  it('ends the session, the sign-in of the authorization page and, within 5 s, the access token', async () => {
    await browser.signIn()
    const [token, session] = [await browser.token(), browser.cookieFor(TOKEN)]
    const { status, setCookies, headers } = await browser.post('/studio/sign-out')
    expect([status, headers['cache-control'], setCookies]).toEqual([
      200,
      'no-store',
      [`${SESSION}=; Path=/studio; Max-Age=0; HttpOnly; SameSite=Strict`],
    ])
    // Another tab, and a thief with the former cookie.
    expect((await browser.post(TOKEN)).status).toBe(401)
    expect((await browser.post(TOKEN, { cookie: session })).status).toBe(401)
    expect(await asksToSignIn(browser)).toBe(true)
    await expect.poll(() => whoIs(token), IN_TIME).toBe('INVALID_TOKEN')
  })

  it('ends the sign-in of the authorization page also if that page has another host, and gets no cookie here', async () => {
    await browser.signIn()
    const session = browser
      .cookieFor('/studio/sign-out')
      .split('; ')
      .find((each) => each.startsWith(SESSION))
    await browser.post('/studio/sign-out', { cookie: session ?? '' })
    expect(await asksToSignIn(browser)).toBe(true)
  })

  it('leaves the session of another browser', async () => {
    const other = new Browser(service.url)
    await other.signIn()
    await browser.signIn()
    await browser.post('/studio/sign-out')
    expect([(await other.post(TOKEN)).status, await asksToSignIn(other)]).toEqual([200, false])
  })

  it('without a session is done already', async () => {
    expect((await browser.post('/studio/sign-out')).status).toBe(200)
  })

  it('on the page /oauth/access ends the session, too', async () => {
    await browser.signIn()
    const token = await browser.token()
    expect((await browser.open(`${service.url}/oauth/access`)).text).toContain('Withdraw access of Studio')
    await browser.submit({ choice: 'sign-out' })
    expect((await browser.post(TOKEN)).status).toBe(401)
    await expect.poll(() => whoIs(token), IN_TIME).toBe('INVALID_TOKEN')
  })

  it('a new sign-in ends the former session of the browser', async () => {
    await browser.signIn()
    const former = { cookie: browser.cookieFor(TOKEN) }
    await browser.signIn()
    expect(
      (await ask(service.url + TOKEN, { method: 'POST', headers: { origin: service.url, ...former } }))
        .status,
    ).toBe(401)
    expect((await browser.post(TOKEN)).status).toBe(200)
  })
})
