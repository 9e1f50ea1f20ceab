import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AS_ADMIN } from '../support/service.ts'
import { Browser, startStudio } from '../support/studio.ts'

const PASSWORD = 'harbour lantern 58'
const ROB = { username: 'rob', password: PASSWORD }
const ROUNDS = 6

let service: Awaited<ReturnType<typeof startStudio>>
let rob: string
beforeAll(async () => {
  service = await startStudio()
  const input = { ...ROB, email: 'rob@example.org' }
  const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
  rob = (await service.graphql(document, { input }, null)).body.data.createUser.id
}, 60_000)
afterAll(() => service.stop())

const signIn = async (): Promise<Browser> => {
  const browser = new Browser(service.url)
  await browser.signIn('/studio/sign-in', ROB)
  return browser
}
const asksForPassword = async (browser: Browser): Promise<boolean> =>
  (await browser.follow(`${service.url}/studio/sign-in`)).text.includes('name="password"')
const hasSession = async (browser: Browser): Promise<boolean> =>
  (await browser.post('/studio/token')).status === 200
const bearer = async (browser: Browser): Promise<string> => `Bearer ${await browser.token()}`

/** The id of the session of a browser. */
const readSession = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

describe('C20.2 the end of a session also ends the sign-in of the authorization page', () => {
  let [own, other]: [Browser, Browser] = [new Browser(''), new Browser('')]
  beforeEach(async () => {
    own = await signIn()
    other = await signIn()
  })

  const end = async (path: string, as: string): Promise<number> =>
    (await service.call('DELETE', path, { as })).status

  it('by the user, who goes on in this browser', async () => {
    const session = readSession(await other.token())
    expect(await end(`/api/me/sessions/${session}`, await bearer(own))).toBe(204)
    expect([await hasSession(other), await hasSession(own)]).toEqual([false, true])
    expect(await asksForPassword(other)).toBe(true)
  })

  it('by an administrator', async () => {
    const session = readSession(await other.token())
    expect(await end(`/api/users/${rob}/sessions/${session}`, AS_ADMIN)).toBe(204)
    expect([await hasSession(other), await hasSession(own)]).toEqual([false, true])
    expect(await asksForPassword(other)).toBe(true)
  })

  it('also if the browser has given the password once more since then', async () => {
    const session = readSession(await other.token())
    const { location } = await other.open(`${service.url}/studio/sign-in`)
    await other.open(`${location}&prompt=login`)
    await other.submit({ choice: 'sign-in', ...ROB })
    expect(await end(`/api/me/sessions/${session}`, await bearer(own))).toBe(204)
    expect(await asksForPassword(other)).toBe(true)
  })

  it('and a code that the browser has not used yet', async () => {
    const session = readSession(await other.token())
    const code = await other.findCode()
    expect(await end(`/api/me/sessions/${session}`, await bearer(own))).toBe(204)
    await other.open(code)
    expect(await hasSession(other)).toBe(false)
  })

  it('C3.8 of all browsers at once, however soon they had signed in again', { timeout: 30_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const browser = await signIn()
      expect(await end('/api/me/sessions', await bearer(browser))).toBe(204)
      const asked = [await asksForPassword(browser), await hasSession(browser)]
      expect([round, ...asked]).toEqual([round, true, false])
    }
  })
})
