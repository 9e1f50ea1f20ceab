import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { aPerson, createChallenge, VERIFIER } from '../support/person.ts'
import { ADMIN_PASSWORD, basic, startTestService, type TestService } from '../support/service.ts'

const REDIRECT_URI = 'https://app.example.org/callback'
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }
const BY_PASSWORD = { grant_type: 'password', username: 'admin', password: ADMIN_PASSWORD }

describe('C10.7 two processes on one database', { timeout: 60_000 }, () => {
  let [one, other] = [] as TestService[] as [TestService, TestService]
  let close: () => Promise<void>
  beforeAll(async () => {
    const { url, drop } = await createMigratedDatabase()
    const settings = {
      DATABASE_URL: url,
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      BASE_URL: 'http://127.0.0.1:9',
      OAUTH_CLIENT_ID: CLIENT.client_id,
      OAUTH_CLIENT_SECRET: CLIENT.client_secret,
      OAUTH_REDIRECT_URIS: REDIRECT_URI,
    }
    one = await startTestService('PostgreSQL', settings)
    other = await startTestService('PostgreSQL', settings)
    close = async () => {
      await one.stop()
      await other.stop()
      await drop()
    }
  }, 60_000)
  afterAll(() => close())

  const post = async (at: TestService, path: string, fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...CLIENT, ...fields })
    const response = await fetch(at.url + path, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, string | undefined> }
  }
  const token = (at: TestService, fields: Readonly<Record<string, string>>) =>
    post(at, '/oauth/token', fields)
  const statuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).toSorted()

  it('C15.3 a refresh token has one successor, at either process', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token = '' } = (await token(one, BY_PASSWORD)).body
      const refresh = (at: TestService) => token(at, { grant_type: 'refresh_token', refresh_token })
      const answers = await Promise.all([refresh(one), refresh(other)])
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers[0].body.refresh_token).toBe(answers[1].body.refresh_token)
    }
  })

  it('a token that one process revoked is inactive at the other at once, and refused within five seconds', async () => {
    const { access_token = '' } = (await token(one, BY_PASSWORD)).body
    const asking = async () =>
      (await other.call('GET', '/api/users/2', { as: `Bearer ${access_token}` })).status
    expect(await asking()).toBe(200)
    await post(one, '/oauth/revoke', { token: access_token })
    expect((await post(other, '/oauth/introspect', { token: access_token })).body).toEqual({ active: false })
    await expect.poll(asking, { timeout: 6_000, interval: 250 }).toBe(403)
  })

  it('a key that one process revoked is refused at the other within five seconds', async () => {
    const made = await one.call('POST', '/api/api-keys', { body: { name: 'k', scopes: ['articles:read'] } })
    const headers = { 'x-api-key': made.body.key }
    const asking = async () => (await other.call('GET', '/api/articles', { as: null, headers })).status
    // The first request records the use of the key.
    expect([await asking(), await asking()]).toEqual([200, 200])
    expect((await one.call('DELETE', `/api/api-keys/${made.body.id}`)).status).toBe(204)
    await expect.poll(asking, { timeout: 6_000, interval: 250 }).toBe(401)
  })

  const query = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: createChallenge(VERIFIER),
      code_challenge_method: 'S256',
    }),
  )

  it('a sign-in at one process counts at the other, and either process redeems a code', async () => {
    const person = aPerson(one.url)
    await person.allow(`/oauth/authorize?${query}`)
    const { location } = await person.open(`${other.url}/oauth/authorize?${query}`)
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const grant = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    }
    expect((await token(one, grant)).status).toBe(200)
    expect((await token(other, grant)).body['error']).toBe('invalid_grant')
  })

  it('the page and the password grant ask for a second factor', async () => {
    const password = 'seven quiet harbours'
    await one.graphql(`mutation { createUser(input: {
      username: "ida", email: "ida@example.org", password: "${password}" }) { id } }`)
    const by = { as: basic('ida', password) }
    const begun = await one.call('POST', '/api/me/second-factor', { ...by, body: { password } })
    const readCode = (steps: number) =>
      new TOTP({ secret: begun.body.secret }).generate({ timestamp: Date.now() + steps * 30_000 })
    await one.call('POST', '/api/me/second-factor/confirmation', { ...by, body: { code: readCode(0) } })
    const grant = { ...BY_PASSWORD, username: 'ida', password }
    expect((await token(one, grant)).body['error_description']).toContain('otp')
    const otp = readCode(1)
    expect((await token(one, { ...grant, otp })).status).toBe(200)
    const person = aPerson(other.url)
    await person.open(`/oauth/authorize?${query}`)
    const fields = { choice: 'sign-in', username: 'ida', password }
    const { text } = await person.send(fields)
    expect(text).toContain('autocomplete="one-time-code"')
    expect((await person.send({ ...fields, otp })).text).toContain('role="alert"')
  })
})
