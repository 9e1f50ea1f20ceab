import type { TestService } from '@content-service/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseForm } from '../../../tools/check/long-tests.ts'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { findBarriers } from './support/axe.ts'
import { LOOKS, preparePages, visit, type StudioPage } from './support/pages.ts'
import { openStudio, startTeam, stopTeam } from './support/studio.ts'

requirePrograms('Chromium')

/** The pages of the short form; the pages of the other types have the same parts. */
const SOME: ReadonlySet<string> = new Set([
  ...['home', 'go-to', 'filter', 'several', 'deletion', 'comment', 'conflict', 'versions', 'not-found'],
  ...['scheduled', 'trash', 'in-trash'],
  ...['articles', 'articles-record', 'meetups-new', 'meetups-record', 'users'],
])
const isChosen = chooseForm({ short: ({ name }: StudioPage) => SOME.has(name), long: () => true })

let service: TestService<void>
let browser: Browser
let pages: readonly StudioPage[]
beforeAll(async () => {
  service = await startTeam()
  pages = (await preparePages(service)).filter(isChosen)
  browser = await launchChromium()
}, 120_000)
afterAll(() => stopTeam(browser, service))

describe('C20 the pages of the studio', { timeout: 180_000 }, () => {
  it.each(LOOKS)('have no violation by axe, in %o', async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const { page, context, complaints } = await openStudio(browser, `${service.url}/studio`, {
      as: 'ada',
      options,
    })
    for (const each of pages) {
      await visit(page, service.url, each)
      expect([each.name, await findBarriers(page)]).toEqual([each.name, []])
    }
    // A conflict is a refusal, which browsers log.
    expect(complaints.filter((text) => !text.includes('status of 412'))).toEqual([])
    await context.close()
  })
})
