import type { TestService } from '@content-service/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { openStudio, startTeam, stopTeam } from './support/studio.ts'

requirePrograms('Chromium')

const IN_TIME = { timeout: 20_000 }

let service: TestService<void>
let browser: Browser
beforeAll(async () => {
  service = await startTeam()
  browser = await launchChromium()
}, 120_000)
afterAll(() => stopTeam(browser, service))

describe('C16.1 the kinds of fields in the studio', { timeout: 90_000 }, () => {
  it('writes, shows, filters and clears a choice, a date, a decimal and an address', async () => {
    const { page, context, complaints } = await openStudio(browser, `${service.url}/studio/venues/new`, {
      as: 'ada',
    })
    await page.getByLabel('Name', { exact: true }).fill('Foundry')
    await page.getByLabel('Access').selectOption({ label: 'Step-free' })
    await page.getByLabel('Opens on').fill('2027-03-01')
    const price = page.getByLabel('Price')
    expect(await price.getAttribute('inputmode')).toBe('decimal')
    await price.fill('1234,505')
    await page.getByLabel('Website').fill('foundry')
    const save = page.getByRole('button', { name: 'Save', exact: true }).first()
    await save.click()
    await page.getByText('must be an http or https URL', { exact: true }).waitFor()
    await page.getByLabel('Website').fill('https://example.org/foundry')
    await page
      .getByText('must have at most 6 digits before the point, and 2 behind it', { exact: true })
      .waitFor()
    await price.fill('1234,5')
    await save.click()
    await page.getByRole('heading', { level: 1, name: 'Foundry' }).waitFor()
    const read = async () =>
      (await service.as('ADMIN').rest<readonly object[]>('GET', '/api/venues?name=Foundry')).body[0]
    expect(await read()).toMatchObject({
      access: 'STEP_FREE',
      opensOn: '2027-03-01',
      price: '1234.50',
      website: 'https://example.org/foundry',
    })

    await page.goto(`${service.url}/studio/venues?opensOn[gte]=2027-01-01`)
    await page.getByText('Opens on from Jan 1, 2027').waitFor()
    await page.goto(`${service.url}/studio/venues?opensOn[gte]=2027-01-01&price[lt]=1234.51`)
    await page.getByText('Price below 1,234.51').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Foundry' })
    await row.getByText('Step-free').waitFor()
    await row.getByText('Mar 1, 2027').waitFor()
    await page.getByLabel('Access').selectOption({ label: 'By stairs' })
    await expect.poll(() => page.getByRole('link', { name: 'Foundry' }).count(), IN_TIME).toBe(0)
    await page.getByLabel('Access').selectOption({ label: 'Step-free' })
    await page.getByRole('link', { name: 'Foundry' }).click()

    await page.getByLabel('Access').selectOption({ label: 'None' })
    await page.getByLabel('Opens on').fill('')
    await price.fill('')
    await save.click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ access: null, opensOn: null, price: null })
    // The service has refused one address, which browsers log.
    expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([])
    await context.close()
  })
})
