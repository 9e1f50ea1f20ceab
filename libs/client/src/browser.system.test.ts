import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startService, type TestService } from '@content-service/testing'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { createClient } from './index.ts'
import { LIBRARY } from './testing/shipped-types.ts'

requirePrograms('Chromium')

const PASSWORD = 'maroon kettle drifts'

/** The library as a module of a page. */
const bundle = async (): Promise<string> => {
  const entry = ['client.ts', 'live/subscribe.ts', 'oauth/sign-in.ts']
    .map((file) => `export * from ${JSON.stringify(join(LIBRARY, 'src', file))}`)
    .join('\n')
  const virtual = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : null),
    load: (id: string) => (id === 'entry' ? entry : null),
  }
  const { output } = await (
    await rolldown({ input: 'entry', plugins: [virtual] })
  ).generate({ format: 'esm' })
  return output[0].code
}

/** The program of the page. It signs in when it comes back from the service, and then reads, writes and listens. */
const program = (url: string, clientId: string): string => `
import { createClient, createSignIn, subscribe } from '/client.js'
const signIn = createSignIn({ url: '${url}', clientId: '${clientId}', redirectUri: location.origin + '/' })
if (location.search) await signIn.finish(location.href)
else location.assign(await signIn.begin())
const client = createClient({ url: '${url}', token: signIn.getToken })
const me = await client.rest.get('/api/me')
const events = subscribe(client, 'subscription { articlePublished { title } }')
const first = events.next()
let written
while (await Promise.race([first.then(() => false), new Promise((resolve) => setTimeout(resolve, 200, true))]))
  written = await client.rest.post('/api/articles', { body: { title: 'From a page', content: 'Text.', status: 'PUBLISHED' } })
const event = (await first).value
await events.return()
const read = async () => (await client.rest.get('/api/articles/{id}', { params: { id: written.data.id } })).data.title
const refused = await client.rest.post('/api/articles', { body: { title: '' } })
window.report = {
  username: me.data.username,
  live: event.data.articlePublished.title,
  titles: [await read(), await read()],
  etag: written.etag !== undefined,
  refused: refused.error.problems.map(({ path }) => path.join()),
}
`

let service: TestService<void>
let browser: Browser
let site: Server
let origin: string
beforeAll(async () => {
  const files: Record<string, string> = { '/client.js': await bundle() }
  site = createServer(({ url = '' }, response) => {
    const code = files[url.split('?')[0] ?? '']
    response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript')
    response.end(code ?? '<!doctype html><script type="module" src="/program.js"></script>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await startService({
    settings: { CORS_ORIGINS: origin },
    seed: async ({ user }) => void (await user('ada', { password: PASSWORD, role: 'EDITOR' })),
  })
  const admin = createClient({ url: service.url, token: await service.as('ADMIN').token() })
  const made = await admin.rest.post('/api/oauth-clients', {
    body: {
      name: 'Page',
      public: true,
      redirectUris: [`${origin}/`],
      grants: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
    },
  })
  if (!made.ok) throw made.error
  files['/program.js'] = program(service.url, made.data.id)
  browser = await launchChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await service.stop()
  await new Promise((resolve) => site.close(resolve))
})

it('a page of another origin signs a person in, reads, writes and listens', { timeout: 60_000 }, async () => {
  const page = await browser.newPage()
  await page.goto(origin)
  await page.fill('input[name=username]', 'ada')
  await page.fill('input[name=password]', PASSWORD)
  await page.click('button[value=sign-in]')
  await page.click('button[value=allow]')
  await page.waitForFunction('window.report')
  expect(await page.evaluate('window.report')).toEqual({
    username: 'ada',
    live: 'From a page',
    titles: ['From a page', 'From a page'],
    etag: true,
    refused: [expect.any(String), expect.any(String)],
  })
})
