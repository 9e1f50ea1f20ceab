import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { chooseLink } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }
const WIDTH = 360

requirePrograms('Chromium')

const studio = prepareStudio()

const open = async (path: string, locale = 'en-US'): Promise<Page> => {
  const options = { viewport: { width: WIDTH, height: 700 }, locale }
  const { page } = await studio.open(path, { as: 'ada', options })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

describe('C20 the studio at 360 px', { timeout: 90_000 }, () => {
  it('shows the whole name of the service', async () => {
    const page = await open('/studio')
    const brand = page.locator('.brand')
    expect(await brand.textContent()).toBe('content-service')
    expect(await brand.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  it('shows the whole entry of the current page in the menu', async () => {
    const page = await open('/studio/meetups')
    const entry = page.locator('nav a[aria-current="page"]')
    const readEdges = () =>
      entry.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        return [left >= 0, right <= innerWidth]
      })
    for (const path of ['venues', 'meetups', 'articles', 'users', 'audit-log']) {
      await page.goto(`${studio.service.url}/studio/${path}`)
      await entry.waitFor()
      await expect.poll(readEdges, IN_TIME).toEqual([true, true])
    }
  })

  it.each(['en-US', 'de-DE'])('shows the whole help of Ctrl-K in %s', async (locale) => {
    const page = await open('/studio', locale)
    await page.keyboard.press('Control+k')
    const input = page.getByRole('dialog').getByRole('searchbox')
    const isCut = await input.evaluate((element) => {
      const text = document.createElement('canvas').getContext('2d')
      const { font, paddingLeft, paddingRight } = getComputedStyle(element)
      if (text === null) throw new Error('The browser has no canvas.')
      text.font = font
      const needed = text.measureText((element as HTMLInputElement).placeholder).width
      return needed > element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    })
    expect(isCut).toBe(false)
  })

  it('shows the tables of a text', async () => {
    const create = async (path: string, body: object) =>
      (await studio.service.as('ADMIN').rest<{ readonly id: string }>('POST', path, { body })).body.id
    const text = '| Evening | Place |\n| --- | --- |\n| Monday | cellar |'
    const venueId = await create('/api/venues', { name: 'Cellar' })
    const id = await create('/api/jobs', { title: 'Sweeper', text, venueId })
    await studio.service.as('ADMIN').rest('DELETE', `/api/jobs/${id}`)
    const page = await open(`/studio/jobs/${id}`)
    for (const name of ['Evening', 'Monday', 'cellar']) await page.getByText(name, { exact: true }).waitFor()
    const shown = await page.getByText('Evening', { exact: true }).boundingBox()
    expect(shown?.width).toBeGreaterThan(20)
  })

  it('shows the buttons that move a part from the second part on', async () => {
    const page = await open('/studio/meetups/new')
    await chooseLink(page, 'Speakers', 'Rita Reader')
    const up = page.getByRole('button', { name: /^Move .* up$/ })
    await page.getByRole('button', { name: 'Remove Rita Reader' }).waitFor()
    expect(await up.count()).toBe(0)
    await chooseLink(page, 'Speakers', 'Eve Editor')
    await expect.poll(() => up.count(), IN_TIME).toBe(2)
  })
})
