import type { TestService } from '@content-service/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseForm } from '../../../tools/check/long-tests.ts'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { openStudio, startTeam, stopTeam } from './support/studio.ts'

requirePrograms('Chromium')

const RECORDS = chooseForm({ short: 2_000, long: 100_000 })
const AT_ONCE = 50
const PAGE = 50
const IN_TIME = { timeout: 20_000 }

let service: TestService<void>
let browser: Browser
beforeAll(async () => {
  service = await startTeam()
  const author = await service.seed.user('author', { role: 'AUTHOR' })
  for (let made = 0; made < RECORDS; made += AT_ONCE) {
    const titles = Array.from({ length: AT_ONCE }, (_, place) => `One of many ${made + place}`)
    await Promise.all(
      titles.map((title) => service.seed.article(author, { title, content: 'Text.', status: 'PUBLISHED' })),
    )
  }
  await service.settle()
  browser = await launchChromium()
}, 3_600_000)
afterAll(() => stopTeam(browser, service))

describe(`C20 a list of ${RECORDS} records in Chromium`, { timeout: 90_000 }, () => {
  it('shows its first rows after one request, and further ones by cursor', async () => {
    const { page, complaints } = await openStudio(browser, `${service.url}/studio/articles`, { as: 'eve' })
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (request.method() === 'GET' && url.pathname === '/api/articles') asked.push(url.search)
    })
    await page.reload()
    const rows = page.locator('tbody tr')
    await expect.poll(() => rows.count(), IN_TIME).toBe(PAGE)
    expect(asked).toHaveLength(1)
    for (let shown = 2; shown <= 10; shown += 1) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count(), IN_TIME).toBe(shown * PAGE)
    }
    expect(asked).toHaveLength(10)
    expect(new Set(asked).size).toBe(10)
    expect(new Set(await rows.getByRole('rowheader').allTextContents()).size).toBe(10 * PAGE)
    expect(complaints).toEqual([])
  })

  it('finds a record by its words', async () => {
    const { page } = await openStudio(browser, `${service.url}/studio/articles`, { as: 'eve' })
    const title = `One of many ${RECORDS - 7}`
    await page.getByRole('searchbox', { name: 'Search' }).fill(`many ${RECORDS - 7}`)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })
})
