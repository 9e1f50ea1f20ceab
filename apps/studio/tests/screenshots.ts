import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { LOOKS, preparePages, visit, type Look, type StudioPage } from './support/pages.ts'
import { openStudio, startTeam, stopTeam } from './support/studio.ts'

/**
 * `npm run tool screenshots [FOLDER]` makes pictures of the pages of the studio, in both themes, on a desk and on a phone. Look at
 * them after a change of the design.
 */

const HEIGHT = 900
const folder = resolve(process.argv[2] ?? 'node_modules/.cache/screenshots')

const BEFORE_SIGN_IN: readonly StudioPage[] = [
  { name: 'front-page', path: '/' },
  { name: 'sign-in', path: '/studio' },
  { name: 'access', path: '/oauth/access' },
]

interface Round {
  readonly browser: Browser
  readonly url: string
  readonly look: Look
}

const takeAll = async (page: Page, pages: readonly StudioPage[], { url, look }: Round): Promise<void> => {
  for (const each of pages) {
    await visit(page, url, each)
    await page.screenshot({ path: join(folder, `${each.name}-${look.colorScheme}-${look.width}.png`) })
    process.stdout.write('.')
  }
}

const takeRound = async (pages: readonly StudioPage[], round: Round): Promise<void> => {
  const { browser, url, look } = round
  const options = { colorScheme: look.colorScheme, viewport: { width: look.width, height: HEIGHT } }
  const outside = await browser.newContext(options)
  await takeAll(await outside.newPage(), BEFORE_SIGN_IN, round)
  await outside.close()
  const { page, context } = await openStudio(browser, `${url}/studio`, { as: 'ada', options })
  await takeAll(page, pages, round)
  await context.close()
}

await mkdir(folder, { recursive: true })
const service = await startTeam()
const browser = await launchChromium()
try {
  const pages = await preparePages(service)
  for (const look of LOOKS) await takeRound(pages, { browser, url: service.url, look })
  process.stdout.write(`\nThe pictures are in ${folder}.\n`)
} finally {
  await stopTeam(browser, service)
}
