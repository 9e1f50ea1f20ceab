import { startService, type TestService } from '@content-service/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../index.ts'
import { createFakeFetch } from '../testing/fake-fetch.ts'
import { createSignIn, type SignInOptions, type TokenStorage } from './sign-in.ts'

const PASSWORD = 'maroon kettle drifts'
const REDIRECT_URI = 'https://app.example.org/callback'

let service: TestService<void>
let clientId: string
beforeAll(async () => {
  service = await startService({ seed: async ({ user }) => void (await user('ada', { password: PASSWORD })) })
  const admin = createClient({ url: service.url, token: await service.as('ADMIN').token() })
  const app = {
    name: 'App',
    public: true,
    redirectUris: [REDIRECT_URI],
    grants: ['authorization_code', 'refresh_token'] as ('authorization_code' | 'refresh_token')[],
  }
  const made = await admin.rest.post('/api/oauth-clients', { body: app })
  if (!made.ok) throw made.error
  clientId = made.data.id
})
afterAll(() => service.stop())

const createStorage = (): TokenStorage & { readonly items: Map<string, string> } => {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

const createOptions = (more: Partial<SignInOptions> = {}): SignInOptions => ({
  url: service.url,
  clientId,
  redirectUri: REDIRECT_URI,
  ...more,
})

/** What a person does in a browser: signs in, and allows or denies. Gives the address to which the service sends it. */
const visitPages = async (address: string, choice = 'allow'): Promise<string> => {
  let cookie = ''
  const path = address.slice(service.url.length)
  const visit = async (fields?: Record<string, string>) => {
    const body = fields && new URLSearchParams(fields)
    const answer = await service.anonymous.rest<string>(fields ? 'POST' : 'GET', path, {
      body,
      headers: { cookie },
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return {
      location: answer.headers.get('location'),
      proof: /name="proof" value="([^"]+)"/.exec(answer.body)?.[1] ?? '',
    }
  }
  const { proof } = await visit()
  await visit({ proof, choice: 'sign-in', username: 'ada', password: PASSWORD })
  const asked = await visit()
  if (asked.location?.startsWith(REDIRECT_URI)) return asked.location
  return (await visit({ proof: asked.proof, choice })).location ?? ''
}

const signIn = async (options = createOptions()) => {
  const session = createSignIn(options)
  await session.finish(await visitPages(await session.begin()))
  return session
}

describe('a sign-in', () => {
  it('refused by the person has the reason access_denied', async () => {
    const session = createSignIn(createOptions())
    const place = await visitPages(await session.begin(), 'refuse')
    await expect(session.finish(place)).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'access_denied',
    })
    expect(await session.isSignedIn()).toBe(false)
  })

  it('gives a client the token of the person', async () => {
    const session = await signIn()
    const client = createClient({ url: service.url, token: session.getToken })
    expect(await client.rest.get('/api/me')).toMatchObject({ ok: true, data: { username: 'ada' } })
  })

  it('survives the redirect in a storage, and leaves no verifier there', async () => {
    const storage = createStorage()
    const before = createSignIn(createOptions({ storage }))
    const place = await visitPages(await before.begin())
    const after = createSignIn(createOptions({ storage }))
    await after.finish(place)
    expect(await after.isSignedIn()).toBe(true)
    expect([...storage.items.values()].join()).not.toContain('verifier')
  })

  it.each([
    ['another state', (place: URL) => place.searchParams.set('state', 'stolen')],
    ['another issuer', (place: URL) => place.searchParams.set('iss', 'https://evil.example')],
    ['no state', (place: URL) => place.searchParams.delete('state')],
  ])('does not accept a response with %s', async (_name, change) => {
    const session = createSignIn(createOptions())
    const place = new URL(await visitPages(await session.begin()))
    change(place)
    await expect(session.finish(place.href)).rejects.toMatchObject({ reason: 'not_for_us' })
  })

  it('does not accept a response twice', async () => {
    const session = createSignIn(createOptions())
    const place = await visitPages(await session.begin())
    await session.finish(place)
    await expect(session.finish(place)).rejects.toMatchObject({ reason: 'not_for_us' })
  })
})

describe('the token', () => {
  it('is renewed once, when many requests need it at the same time', async () => {
    let renewals = 0
    const counting: typeof fetch = (input, init) => {
      if (String((init?.body as URLSearchParams | undefined)?.get('grant_type')) === 'refresh_token')
        renewals += 1
      return fetch(input, init)
    }
    const session = await signIn(createOptions({ fetch: counting }))
    const old = await session.getToken()
    const renewed = await Promise.all([1, 2, 3].map(() => session.getToken(old)))
    expect(new Set(renewed).size).toBe(1)
    expect(renewed[0]).not.toBe(old)
    expect(renewals).toBe(1)
  })

  it('is renewed once by two tabs that share a storage', async () => {
    const storage = createStorage()
    const first = await signIn(createOptions({ storage }))
    const second = createSignIn(createOptions({ storage }))
    const old = await first.getToken()
    const tokens = await Promise.all([first.getToken(old), second.getToken(old)])
    expect(tokens[0]).toBe(tokens[1])
    expect(await first.isSignedIn()).toBe(true)
  })

  it('is renewed for a request, when the service refuses it', async () => {
    const storage = createStorage()
    const session = await signIn(createOptions({ storage }))
    const [[key = '', text = ''] = []] = [...storage.items]
    storage.items.set(key, JSON.stringify({ ...JSON.parse(text), access: 'revoked' }))
    const client = createClient({ url: service.url, token: session.getToken })
    expect(await client.rest.get('/api/me')).toMatchObject({ ok: true, data: { username: 'ada' } })
  })

  it('is an error of the client, when the session has ended', async () => {
    const storage = createStorage()
    const session = await signIn(createOptions({ storage }))
    const [[key = '', text = ''] = []] = [...storage.items]
    storage.items.set(key, JSON.stringify({ ...JSON.parse(text), expiresAt: 0, refresh: 'revoked' }))
    const client = createClient({ url: service.url, token: session.getToken })
    for (const reason of ['invalid_grant', 'signed_out'])
      expect(await client.rest.get('/api/me')).toMatchObject({
        ok: false,
        error: { code: 'SIGN_IN_FAILED', reason },
      })
  })

  it('stays, when the service is away', async () => {
    const storage = createStorage()
    await signIn(createOptions({ storage }))
    const away = createSignIn(
      createOptions({ storage, fetch: createFakeFetch(new TypeError('fetch failed')).fetch }),
    )
    const [[key = '', text = ''] = []] = [...storage.items]
    storage.items.set(key, JSON.stringify({ ...JSON.parse(text), expiresAt: 0 }))
    await expect(away.getToken()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(await away.isSignedIn()).toBe(true)
    const back = createSignIn(createOptions({ storage }))
    expect(await back.getToken()).toEqual(expect.any(String))
  })
})

it('signing out ends the session at the service', async () => {
  const storage = createStorage()
  const session = await signIn(createOptions({ storage }))
  const { refresh } = JSON.parse([...storage.items.values()].join()) as { refresh: string }
  await session.signOut()
  expect([await session.isSignedIn(), storage.items.size]).toEqual([false, 0])
  const { body } = await service.anonymous.rest<{ error: string }>('POST', '/oauth/token', {
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId }),
  })
  expect(body.error).toBe('invalid_grant')
})

it('a page of a proxy is no authorization server', async () => {
  const { fetch } = createFakeFetch(() => new Response('<h1>Welcome</h1>'))
  await expect(createSignIn(createOptions({ fetch })).begin()).rejects.toMatchObject({
    code: 'MALFORMED_RESPONSE',
  })
})
