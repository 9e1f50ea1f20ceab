import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { ADMIN_PASSWORD, startTestService, type TestService } from '../../tests/support/service.ts'

requirePrograms('Chromium')

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const REDIRECT_URI = 'https://app.example/callback'
const AUTHORIZE = `/oauth/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'reader',
  redirect_uri: REDIRECT_URI,
  scope: 'articles:read comments:write',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})}`
const OPEN = [
  '/',
  '/api/guides',
  '/api/guides/oauth',
  '/api/errors/QUERY_TOO_COMPLEX',
  '/account/password',
  '/nothing',
]
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1_280].map((width) => ({ colorScheme, width })),
)

/** What axe finds on the page, and how far its content is wider than the screen. */
const FIND = `axe.run().then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
  ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
])`

const findProblems = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  const found = await page.evaluate<readonly string[]>(FIND)
  return found.map((problem) => `${new URL(page.url()).pathname}: ${problem}`)
}

describe('the pages of the service in Chromium', { timeout: 60_000 }, () => {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', {
      OAUTH_CLIENT_ID: 'reader',
      OAUTH_CLIENT_SECRET: 'thirty-two characters of a secret',
      OAUTH_REDIRECT_URIS: REDIRECT_URI,
    })
    browser = await launchChromium()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  /** A page that axe may run in, against the policy of the pages. */
  const openPage = ({ colorScheme, width }: (typeof LOOKS)[number]): Promise<Page> =>
    browser.newPage({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true })

  it.each(LOOKS)('all can read the public pages, and none is too wide, in %o', async (looks) => {
    const page = await openPage(looks)
    for (const path of OPEN) {
      await page.goto(service.url + path)
      expect(await findProblems(page)).toEqual([])
    }
    await page.close()
  })

  it.each(LOOKS)('the same holds for the pages of a sign-in, in %o', async (looks) => {
    const page = await openPage(looks)
    const signIn = async (password: string): Promise<void> => {
      await page.getByLabel('Username or email').fill('admin')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.goto(service.url + AUTHORIZE)
    expect(await findProblems(page)).toEqual([])
    await signIn('wrong')
    await page.getByRole('alert').waitFor()
    expect(await findProblems(page)).toEqual([])
    await signIn(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    expect(await findProblems(page)).toEqual([])
    await page.goto(`${service.url}/oauth/access`)
    expect(await findProblems(page)).toEqual([])
    await page.close()
  })
})
