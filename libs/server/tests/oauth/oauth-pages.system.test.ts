import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { aCast, CAST_PASSWORD } from '../support/cast.ts'
import { collectComplaints } from '../support/processes/chromium.ts'
import { createChallenge, VERIFIER } from '../support/person.ts'
import { ADMIN_PASSWORD, JWT_SECRET, startTestService, type TestService } from '../support/service.ts'

requirePrograms('Chromium')

/** The site of the client, to which the browser returns. */
const startClient = (): Promise<{ readonly server: Server; readonly address: string }> =>
  new Promise((resolve) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Back</title><h1>Welcome back</h1>',
      )
    }).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ server, address: `http://127.0.0.1:${port}/callback` })
    })
  })

describe.each([true, false])(
  'C7.5 the pages in Chromium, scripts: %s',
  { timeout: 60_000 },
  (javaScriptEnabled) => {
    let service: TestService
    let client: Awaited<ReturnType<typeof startClient>>
    let browser: Browser
    let page: Page
    let complaints: readonly string[]

    beforeAll(async () => {
      client = await startClient()
      service = await startTestService('PostgreSQL', {
        OAUTH_CLIENT_ID: 'reader',
        OAUTH_CLIENT_SECRET: 'thirty-two characters of a secret',
        OAUTH_REDIRECT_URIS: client.address,
      })
      browser = await launchChromium()
    }, 60_000)
    afterAll(async () => {
      await browser?.close()
      await service?.stop()
      client?.server.close()
    })

    beforeEach(async () => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
      page = await context.newPage()
      complaints = collectComplaints(page)
    })
    afterEach(() => page.context().close())

    const personWithSecondFactor = async () => {
      const { as, id } = await aCast(service, JWT_SECRET).personWithPassword('READER')
      const { body } = await service.call('GET', `/api/users/${id}`)
      const post = (path: string, sent: object) =>
        service.call('POST', `/api/me/second-factor${path}`, { as, body: sent })
      const totp = new TOTP({ secret: (await post('', { password: CAST_PASSWORD })).body.secret })
      await post('/confirmation', { code: totp.generate() })
      return { username: body.email as string, totp }
    }
    const open = (scope: string) =>
      page.goto(
        `${service.url}/oauth/authorize?${new URLSearchParams({
          response_type: 'code',
          client_id: 'reader',
          redirect_uri: client.address,
          scope,
          state: 'here',
          code_challenge: createChallenge(VERIFIER),
          code_challenge_method: 'S256',
        })}`,
      )
    const signIn = async (password = ADMIN_PASSWORD) => {
      await page.getByLabel('Username or email').fill('admin')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    const readColour = (choice: string): Promise<string> =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('button[value=${choice}]')).backgroundColor`,
      )
    const answer = (): URLSearchParams => new URL(page.url()).searchParams

    it('signs in, agrees, and returns with a code', async () => {
      await open('articles:read')
      await signIn()
      await expect.poll(() => page.title()).toBe('Allow access?')
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
        'Articles',
        'Where you go next',
      ])
      expect(await page.getByRole('listitem').allTextContents()).toEqual([
        'read all articles, the drafts of others too',
      ])
      expect(await page.locator('.place').innerText()).toBe(client.address)
      const [allow, refuse] = await Promise.all(['allow', 'refuse'].map(readColour))
      expect(allow).not.toBe(refuse)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect([answer().get('state'), answer().get('code')?.length]).toEqual(['here', 43])
      expect(complaints).toEqual([])
    })

    it('a person who agreed returns after the sign-in', async () => {
      await open('articles:read')
      await signIn()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect(answer().has('code')).toBe(true)
      expect(complaints).toEqual([])
    })

    it('the consent fits a phone: nothing is cut off at the side', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await open(['articles:read', 'articles:write', 'users:read', 'api-keys:write', 'audit:read'].join(' '))
      await signIn()
      await page.getByRole('button', { name: 'Refuse' }).waitFor()
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390)
    })

    it('"Forgot password?" leads to a form that sends a mail', async () => {
      await open('articles:read')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email address').fill('admin@example.org')
      await page.getByRole('button', { name: 'Send the mail' }).click()
      await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
      expect(complaints).toEqual([])
    })

    it('a second factor is a separate step, without the password', async () => {
      const { username, totp } = await personWithSecondFactor()
      await open('articles:read')
      await page.getByLabel('Username or email').fill(username)
      await page.getByLabel('Password').fill(CAST_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      expect(await page.locator('input[type=password]').count()).toBe(0)
      expect(await page.content()).not.toContain(CAST_PASSWORD)
      expect(await page.getByText('Open your authenticator app').isVisible()).toBe(true)
      await page.getByLabel('Code from the app').fill('000000')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      // The code must differ from the code that has enabled the second factor.
      await page.getByLabel('Code from the app').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect.poll(() => page.title()).toBe('Allow access?')
      expect(complaints).toEqual([])
    })

    it('a wrong password shows a message, tied to its field', async () => {
      await open('articles:read')
      await signIn('a wrong password')
      await page.getByRole('alert').waitFor()
      const field = page.getByLabel('Password')
      expect(await field.getAttribute('aria-describedby')).toBe(
        await page.getByRole('alert').getAttribute('id'),
      )
      expect([await field.inputValue(), await page.getByLabel('Username or email').inputValue()]).toEqual([
        '',
        'admin',
      ])
      expect(complaints).toEqual([])
    })

    it('a person who refuses returns with access_denied', async () => {
      await open('audit:read')
      await signIn()
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect(answer().get('error')).toBe('access_denied')
      expect(complaints).toEqual([])
    })

    it('works by keyboard alone: the field has the focus, and Enter sends the form', async () => {
      await open('articles:read')
      // Chromium focuses the field when it draws the page, which can be after the load of the page.
      await page.getByLabel('Username or email').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('admin')
      await page.keyboard.press('Tab')
      await page.keyboard.type(ADMIN_PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    })

    it('needs no scrolling sideways on 320 pixels, has a language, and names its fields to password managers', async () => {
      await open('articles:read')
      const width = await page.locator('body').evaluate((body) => body.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.getByLabel('Username or email').getAttribute('autocomplete')).toBe('username')
      expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password')
    })

    it('a form of another site is refused: it cannot know the proof', async () => {
      await open('articles:read')
      await signIn()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      await open('users:delete')
      const target = page.url()
      await page.goto(client.address)
      await page.setContent(
        `<form method="post" action="${target.replaceAll('&', '&amp;')}"><button name="choice" value="allow">Win</button></form>`,
      )
      await page.getByRole('button', { name: 'Win' }).click()
      await expect.poll(() => page.title()).toBe('This does not work')
    })
  },
)
