import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask, Browser, startStudio } from '../support/studio.ts'

const TOKEN = '/studio/token'

const serve = async (settings: Readonly<Record<string, string>>) => {
  const service = await startStudio(settings)
  onTestFinished(() => service.stop())
  return service
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

describe('C20.2 C9.1 the count of the requests', () => {
  it('a session uses up its own quota, and not that of other sessions', async () => {
    const { url } = await serve({ RATE_LIMIT: '3' })
    const [one, other] = [new Browser(url), new Browser(url)]
    await one.signIn()
    await other.signIn()
    for (let n = 0; n < 3; n += 1) expect((await one.post(TOKEN)).status).toBe(200)
    const kept = one.cookieFor(TOKEN)
    const refused = await one.post(TOKEN)
    expect([refused.status, refused.setCookies, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      [],
      true,
    ])
    expect(one.cookieFor(TOKEN)).toBe(kept)
    expect((await other.post(TOKEN)).status).toBe(200)
  }, 60_000)

  it('requests without a session count for the address, and leave the sessions of the address their quota', async () => {
    const { url } = await serve({ RATE_LIMIT_ANONYMOUS: '30' })
    const browser = new Browser(url)
    await browser.signIn()
    const invent = (n: number) =>
      ask(url + TOKEN, {
        method: 'POST',
        headers: { origin: url, cookie: `studio-session=${String(n).padStart(43, 'a')}` },
      })
    let last = await invent(0)
    for (let n = 1; n < 40 && last.status === 401; n += 1) last = await invent(n)
    expect(last.status).toBe(429)
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example.org' } }
    expect((await ask(url + TOKEN, foreign)).status).toBe(429)
    expect((await ask(`${url}/studio/sign-in`)).status).toBe(429)
    expect((await ask(`${url}/studio/signed-in?code=a&state=b`)).status).toBe(429)
    expect((await browser.post(TOKEN)).status).toBe(200)
  }, 60_000)
})

describe('C20.2 with AUTH_URL', () => {
  it('the sign-in leads to the authorization page of that origin, and the service exchanges the code itself', async () => {
    const authUrl = `http://127.0.0.1:${await findFreePort()}`
    const { url, call } = await serve({ AUTH_URL: authUrl })
    const browser = new Browser(url)
    const { location } = await browser.open(`${url}/studio/sign-in?return=/studio/a`)
    expect(location.startsWith(`${authUrl}/oauth/authorize?`)).toBe(true)
    expect((await browser.signIn('/studio/sign-in?return=/studio/a')).location).toBe('/studio/a')
    const token = await browser.token()
    expect((await call('GET', '/api/me', { as: `Bearer ${token}` })).status).toBe(200)
    await browser.post('/studio/sign-out')
    expect((await browser.follow(`${url}/studio/sign-in`)).text).toContain('name="password"')
    expect((await ask(`${authUrl}/studio`)).status).toBe(404)
  }, 60_000)
})

describe('C20.2 a user whose account ends', () => {
  it('gets no further token', async () => {
    const { url, call, graphql } = await serve({})
    const user = { username: 'leaving', password: 'tangled otter velvet 10' }
    const made = await graphql(
      `mutation { createUser(input: { username: "${user.username}", name: "Leaving", email: "l@example.org",
        password: "${user.password}" }) { id } }`,
    )
    const browser = new Browser(url)
    await browser.signIn('/studio/sign-in', user)
    expect((await browser.post(TOKEN)).status).toBe(200)
    await call('POST', '/api/me/sign-out', { as: `Bearer ${await browser.token()}` })
    await call('DELETE', `/api/users/${made.body.data.createUser.id}`)
    const ended = await browser.post(TOKEN)
    expect([ended.status, ended.setCookies]).toEqual([401, [expect.stringMatching(/^studio-session=; /)]])
  }, 60_000)
})
