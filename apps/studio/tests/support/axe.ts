import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page, and whether its content is wider than the screen. */
const FIND = `axe.run().then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
  ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
])`

/** What is wrong with a page for people who use it without a mouse, without sight, or on a phone. */
export const findBarriers = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  return page.evaluate<readonly string[]>(FIND)
}
