import type { Page, Route } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { prepareStudio } from './support/prepare-studio.ts'

requirePrograms('Chromium')

const studio = prepareStudio()
// Chromium writes each response of 503 to its console.
const isOfOutage = (text: string): boolean => /status of (503|403)|ERR_INTERNET_DISCONNECTED/.test(text)
afterEach(() =>
  expect(studio.desks.flatMap(({ complaints }) => complaints).filter((text) => !isOfOutage(text))).toEqual(
    [],
  ),
)

const open = async (path: string, options = {}): Promise<Page> =>
  (await studio.open(path, { as: 'eve', options })).page

const TRYING = 'The service does not answer; trying again.'
const GIVEN_UP = 'The service does not answer. Nothing is lost: try again when you are connected.'
/** The waits of the client, and one more attempt. */
const UNTIL_GIVEN_UP = { timeout: 20_000 }

const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' })

/** Answers requests of an address with 503 for a time, as a service that restarts. Counts these requests. */
const refuseRequests = async (page: Page, url: string, ms: number) => {
  const count = { refused: 0 }
  const end = Date.now() + ms
  await page.route(url, (route) => {
    if (Date.now() > end) return route.continue()
    count.refused += 1
    return refuse(route)
  })
  return count
}

const rows = (page: Page) => page.locator('tbody tr')
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

describe('C20.4 a service that does not answer', { timeout: 90_000 }, () => {
  it('gets the request again while the page keeps what it shows and, after a second, says why', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().waitFor()
    const count = await refuseRequests(page, '**/api/articles?*', 2_500)
    await page.getByRole('searchbox').fill('Article 7')
    await page.getByText(TRYING).waitFor()
    expect(await rows(page).count()).toBe(50)
    await expect.poll(() => rows(page).count(), UNTIL_GIVEN_UP).toBe(1)
    await expect.poll(() => page.getByText(TRYING).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(count.refused).toBeGreaterThan(1)
  })

  it('C20.2 signs nobody out when the page opens', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().waitFor()
    const token = await refuseRequests(page, '**/studio/token', 2_500)
    await page.reload()
    await page.getByText(TRYING).waitFor()
    await rows(page).first().waitFor(UNTIL_GIVEN_UP)
    expect(page.url()).toBe(`${studio.service.url}/studio/articles`)
    expect(token.refused).toBeGreaterThan(1)
  })

  it.each(['**/studio/token', '**/api/model', '**/api/me', '**/api/articles?*', '**/api/**'])(
    'is given up after some ten seconds, and asked again by a button: %s',
    async (url) => {
      const page = await open('/studio/articles')
      await rows(page).first().waitFor()
      const count = await refuseRequests(page, url, Infinity)
      const before = Date.now()
      await page.reload()
      await page.getByText(GIVEN_UP).waitFor(UNTIL_GIVEN_UP)
      expect(Date.now() - before).toBeGreaterThan(3_000)
      expect(Date.now() - before).toBeLessThan(15_000)
      expect(await page.getByRole('alert').count()).toBe(1)
      const refused = count.refused
      await page.waitForTimeout(2_000)
      expect(count.refused).toBe(refused)
      await page.unroute(url)
      await tryAgain(page).click()
      await rows(page).first().waitFor()
      await expect.poll(() => page.getByText('The service does not answer').count()).toBe(0)
    },
  )

  it('leaves a text that somebody writes in its form', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().locator('a').first().click()
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Half a tit')
    await refuseRequests(page, '**/api/**', Infinity)
    // What happens when somebody returns to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText(GIVEN_UP).waitFor(UNTIL_GIVEN_UP)
    expect(await title.inputValue()).toBe('Half a tit')
    await title.press('End')
    await page.keyboard.type('le')
    expect(await title.inputValue()).toBe('Half a title')
  })

  it('fills the page after a connection that broke', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().waitFor()
    await page.context().setOffline(true)
    await menu(page, 'Products').click()
    await page.getByText(TRYING).waitFor()
    await page.context().setOffline(false)
    await page.getByText('There is nothing yet.').waitFor(UNTIL_GIVEN_UP)
  })

  it('does not mean a refusal, which is not repeated', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().waitFor()
    let asked = 0
    await page.route('**/api/articles?*', (route) => {
      asked += 1
      const json = { status: 403, code: 'FORBIDDEN', detail: 'You may not read this.', errors: [] }
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json })
    })
    await page.getByRole('searchbox').fill('x')
    await page.getByText('You may not read this.').waitFor()
    await page.waitForTimeout(2_000)
    expect(asked).toBe(1)
  })

  it('gets no change twice, unless somebody asks for that', async () => {
    const page = await open('/studio/articles')
    await rows(page).first().locator('a').first().click()
    await page.getByLabel('Title', { exact: true }).fill('Changed once')
    let sent = 0
    await page.route('**/api/articles/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      sent += 1
      return refuse(route)
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(GIVEN_UP).waitFor()
    await page.waitForTimeout(3_000)
    expect(sent).toBe(1)
    await page.unroute('**/api/articles/*')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  it('has its notice in German, too', async () => {
    const page = await open('/studio/articles', { locale: 'de-DE' })
    await rows(page).first().waitFor()
    await refuseRequests(page, '**/api/articles?*', Infinity)
    await page.getByRole('searchbox').fill('Article 7')
    await page.getByText('Der Dienst antwortet nicht; neuer Versuch läuft.').waitFor()
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).waitFor(UNTIL_GIVEN_UP)
  })
})
