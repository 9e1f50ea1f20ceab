import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPerson, createChallenge, VERIFIER, type Person } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'

const REDIRECT_URI = 'https://app.example.org/callback'
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }
const ACCESS = '/oauth/access'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: REDIRECT_URI,
  })
}, 60_000)
afterAll(() => service.stop())
beforeEach(() => {
  person = aPerson(service.url)
})

const SIGN_IN = { choice: 'sign-in', username: 'admin', password: 'tangled otter velvet 9' }

const ADDRESS = (): string =>
  `${service.url}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT.client_id,
    redirect_uri: REDIRECT_URI,
    scope: 'articles:read users:read users:write',
    code_challenge: createChallenge(VERIFIER),
    code_challenge_method: 'S256',
  })}`

const send = async (path: string, fields: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams({ ...CLIENT, ...fields })
  const response = await fetch(service.url + path, { method: 'POST', body })
  return (await response.json()) as Readonly<Record<string, never>>
}
/** The tokens of the client after a person has allowed the access. */
const allowAccess = async () => {
  const code = (await person.allow(ADDRESS())).searchParams.get('code') ?? ''
  const given = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  }
  return send('/oauth/token', given)
}
const isActive = async (token = ''): Promise<boolean> =>
  (await send('/oauth/introspect', { token }))['active'] ?? false
/** The next page for the person at the address of the client. */
const next = async (): Promise<'code' | 'consent' | 'sign-in'> => {
  const { location, text } = await person.open(ADDRESS())
  if (location?.includes('code=')) return 'code'
  return text.includes('name="password"') ? 'sign-in' : 'consent'
}

describe('C12.4 the page for signing out', () => {
  it('ends the sign-in and the agreements, only by POST', async () => {
    await allowAccess()
    expect((await person.open(`${ACCESS}?choice=sign-out`)).text).toContain('You are signed in as')
    expect(await next()).toBe('code')
    await person.open(ACCESS)
    expect((await person.send({ choice: 'sign-out' })).text).toContain('You are signed out')
    expect(await next()).toBe('sign-in')
    await person.send(SIGN_IN)
    expect(await next()).toBe('consent')
  })

  it.each(['sign-out', 'withdraw'])('refuses a form of another site: %s', async (choice) => {
    const { access_token: token } = await allowAccess()
    await person.open(ACCESS)
    const forged = await person.send({ proof: 'forged', choice, client: CLIENT.client_id })
    expect([forged.status, await isActive(token), await next()]).toEqual([403, true, 'code'])
  })

  it('shows nothing without a sign-in, and no cache stores it', async () => {
    const { text, headers } = await person.open(ACCESS)
    expect(text).toContain('You are signed out')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('C12.4 the consent for an application', () => {
  it('can be withdrawn: its tokens end, and the application must ask again', async () => {
    const { access_token: access, refresh_token: refresh } = await allowAccess()
    expect(await isActive(access)).toBe(true)
    expect((await person.open(ACCESS)).text).toContain('Withdraw access of app')
    const { text } = await person.send({ choice: 'withdraw', client: CLIENT.client_id })
    expect(text).toContain('No application has access')
    expect([await isActive(access), await isActive(refresh)]).toEqual([false, false])
    expect(await next()).toBe('consent')
  })

  it('ends with a session that the user ends', async () => {
    const { access_token: access } = await allowAccess()
    const { body } = await service.graphql('{ sessions { id } }', {}, `Bearer ${String(access)}`)
    for (const { id } of body.data.sessions)
      await service.graphql('mutation ($id: ID!) { endSession(id: $id) }', { id })
    expect(await next()).toBe('sign-in')
    await person.send(SIGN_IN)
    expect(await next()).toBe('consent')
  })

  it('ends with a session that the client ends', async () => {
    const { refresh_token: token = '' } = await allowAccess()
    await send('/oauth/revoke', { token })
    expect(await next()).toBe('consent')
  })
})
