import { join } from 'node:path'
import type { ServiceOptions } from '@content-service/server'
import { startService, type TestService } from '@content-service/testing'
import { expect } from 'vitest'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'

const ROOT = join(import.meta.dirname, '../../../..')
export const PASSWORD = 'maroon kettle drifts'

/** The people of the tests, each with the role of the same name. */
export const PEOPLE = { ada: 'ADMIN', eve: 'EDITOR', rita: 'READER', olga: 'AUTHOR' } as const
export type PersonName = keyof typeof PEOPLE

/** The service of examples/team on an embedded PostgreSQL, with people, articles and a venue. */
export const startTeam = async (): Promise<TestService<void>> => {
  const path = join(ROOT, 'examples/team/src/content.ts')
  const { content } = (await import(path)) as { readonly content: ServiceOptions }
  return startService({
    content,
    database: 'pglite',
    seed: async ({ user, article }) => {
      const [, eve] = [
        await user('ada', { role: 'ADMIN', password: PASSWORD, name: 'Ada Lovelace' }),
        await user('eve', { role: 'EDITOR', password: PASSWORD, name: 'Eve Editor' }),
        await user('rita', { role: 'READER', password: PASSWORD, name: 'Rita Reader' }),
        await user('olga', { role: 'AUTHOR', password: PASSWORD, name: 'Olga Author' }),
      ]
      for (let made = 1; made <= 60; made += 1)
        await article(eve, { title: `Article ${made}`, content: `Text ${made}.`, status: 'PUBLISHED' })
    },
  })
}

/** A search of a page that was closed goes on for 2 s at most, and needs its database until then. */
const SEARCH_MS = 3_000

/** Closes the browser and, after the work for its pages has ended, the service. */
export const stopTeam = async (
  browser: Browser | undefined,
  service: TestService<void> | undefined,
): Promise<void> => {
  await browser?.close()
  await new Promise((resolve) => setTimeout(resolve, SEARCH_MS))
  await service?.stop()
}

/** A browser of somebody, with all that its pages complain about. */
export interface Desk {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: readonly string[]
}

/** The first request for a token tells that nobody is signed in. */
const isExpected = (text: string): boolean => text.includes('status of 401')

/** Opens the studio in a browser of its own and signs in. */
export const openStudio = async (
  browser: Browser,
  url: string,
  { as, options = {} }: { readonly as: PersonName; readonly options?: BrowserContextOptions },
): Promise<Desk> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.goto(url)
  await signIn(page, as)
  return { context, page, complaints }
}

export const signIn = async (page: Page, as: PersonName): Promise<void> => {
  await page.getByLabel('Username or email').fill(as)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/studio/)
}

/** The name of the option that Enter would choose. */
const readOption = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.textContent ?? ''
  })

/** Moves to the option with these words, and chooses it. The list takes a moment to show what was found last. */
export const chooseOption = async (page: Page, words: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        await page.keyboard.press('ArrowDown')
        return readOption(page)
      },
      { timeout: 20_000 },
    )
    .toContain(words)
  await page.keyboard.press('Enter')
}

/**
 * Puts the focus into a search box, and lets the page scroll to it: a list that opens before the next frame is closed
 * by this scrolling.
 */
export const focusBox = async (box: Locator): Promise<void> => {
  await box.focus()
  await box.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Finds a record by its title in the search of a link. */
export const chooseLink = async (page: Page, label: string, words: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: label })
  await focusBox(box)
  await box.pressSequentially(words)
  await page.getByRole('option', { name: words }).first().waitFor()
  await chooseOption(page, words)
}
