import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { chooseOption, PASSWORD, type PersonName } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }
/** A person who has no mouse does not press Tab more often to reach a control. */
const MOST_TABS = 130

requirePrograms('Chromium')

const studio = prepareStudio()
const pages: Page[] = []
afterEach(() => Promise.all(pages.splice(0).map((page) => page.context().close())))

/** The name that a screen reader reads for the control with the focus; empty until a dialog that opens has the focus. */
const readFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    if (element === null || element === document.body || dialog?.contains(element) === false) return ''
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = ids.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '').join(' ')
    const labels = [...((element as HTMLInputElement).labels ?? [])]
      .map(({ textContent }) => textContent)
      .join(' ')
    return (element.getAttribute('aria-label') ?? (named || labels || (element.textContent ?? ''))).trim()
  })

type Key = 'Tab' | 'Shift+Tab' | 'ArrowRight'

/** Presses a key until the control with this name has the focus. Null when it has, otherwise the names of the others. */
const findControl = async (page: Page, name: string, key: Key): Promise<readonly string[] | null> => {
  const passed: string[] = []
  for (let step = 0; step < MOST_TABS; step += 1) {
    const focused = await readFocus(page)
    if (focused === name) return null
    passed.push(focused)
    await page.keyboard.press(key)
  }
  return [...new Set(passed)]
}

/** Moves the focus to a control, which the page may still have to load. */
const moveTo = async (page: Page, name: string, key: Key = 'Tab'): Promise<void> => {
  const end = Date.now() + IN_TIME.timeout
  let others = await findControl(page, name, key)
  while (others !== null && Date.now() < end) others = await findControl(page, name, key)
  if (others !== null) throw new Error(`No control has the name ${name}, but ${others.join(', ')}.`)
}

const write = async (page: Page, name: string, text: string): Promise<void> => {
  await moveTo(page, name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** A button does nothing for a moment after the last action. */
const isReady = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-disabled') !== 'true')

const press = async (page: Page, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await moveTo(page, name)
  await expect.poll(() => isReady(page), IN_TIME).toBe(true)
  await page.keyboard.press(key)
}

const isAt = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Signs in without a mouse. */
const open = async (path: string, as: PersonName): Promise<Page> => {
  const context = await studio.browser.newContext()
  const page = await context.newPage()
  pages.push(page)
  await page.goto(studio.service.url + path)
  await page.getByLabel('Username or email').waitFor()
  await write(page, 'Username or email', as)
  await write(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/studio/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Goes to a page by Ctrl-K. */
const goTo = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await page.keyboard.type(name)
  await page.getByRole('menuitem', { name }).first().waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return page.locator('[role=menuitem][data-focused]').count()
    }, IN_TIME)
    .toBe(1)
  await page.keyboard.press('Enter')
  await isAt(page, name)
}

/** Chooses the first record that a link field finds. */
const link = async (page: Page, field: string, words: string): Promise<void> => {
  await moveTo(page, field)
  await page.keyboard.type(words)
  await page.getByRole('option', { name: words }).first().waitFor()
  await chooseOption(page, words)
}

const isSaved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

describe('C20 by keyboard alone', { timeout: 120_000 }, () => {
  it('writes, publishes, comments, schedules and deletes an article', async () => {
    const page = await open('/studio', 'eve')
    await goTo(page, 'Articles')
    await press(page, 'New: Article')
    await isAt(page, 'New: Article')
    await write(page, 'Title', 'Without a mouse')
    await write(page, 'Content', '# Keys')
    await write(page, 'Tags', 'keys')
    await page.keyboard.press('Control+s')
    await isAt(page, 'Without a mouse')
    await press(page, 'Publish later')
    await moveTo(page, 'Time of publication')
    await page.keyboard.type('010120300900AM')
    await press(page, 'Publish later')
    await page.getByRole('button', { name: 'Do not publish later' }).waitFor()
    await press(page, 'Do not publish later')
    await page.getByRole('button', { name: 'Publish later', exact: true }).waitFor()
    await press(page, 'Move to Published')
    await page.getByRole('button', { name: 'Move to Archived' }).waitFor()
    await press(page, 'New: Comment')
    await write(page, 'Content', 'By keys.')
    await press(page, 'Save')
    await page.getByRole('link', { name: 'By keys.' }).waitFor()
    await press(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await press(page, 'Delete')
    await isAt(page, 'Articles')
    await expect.poll(() => page.getByRole('link', { name: 'Without a mouse' }).count(), IN_TIME).toBe(0)
  })

  it('compares and restores an earlier version', async () => {
    const page = await open('/studio/articles/new', 'eve')
    await write(page, 'Title', 'Two versions')
    await write(page, 'Content', 'One.')
    await page.keyboard.press('Control+s')
    await isAt(page, 'Two versions')
    await write(page, 'Content', 'Two.')
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await press(page, 'Earlier versions')
    await page.getByRole('button', { name: /^Version until / }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await press(page, 'Restore')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Content' }).textContent(), IN_TIME)
      .toBe('One.')
  })

  it('makes a meetup with a venue and speakers in order, opens and cancels it', async () => {
    await studio.service.as('ADMIN').rest('POST', '/api/categories', { body: { name: 'Bindings' } })
    await studio.service.as('ADMIN').rest('POST', '/api/venues', { body: { name: 'Attic' } })
    const page = await open('/studio/meetups/new', 'ada')
    await write(page, 'Title', 'Sewn books')
    await moveTo(page, 'Starts at')
    await page.keyboard.type('020120300700PM')
    await link(page, 'Topic', 'Bindings')
    await link(page, 'Venue', 'Attic')
    await link(page, 'Speakers', 'Rita')
    await link(page, 'Speakers', 'Eve')
    await press(page, 'Move Rita Reader down')
    await page.keyboard.press('Enter')
    expect(await readFocus(page)).toBe('Move Rita Reader down')
    await page.keyboard.press('Control+s')
    await isAt(page, 'Sewn books')
    await expect
      .poll(() => page.locator('.many-links li > span').allTextContents(), IN_TIME)
      .toEqual(['Eve Editor', 'Rita Reader'])
    await press(page, 'Open')
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
    await press(page, 'Cancel')
    await page.getByRole('dialog').waitFor()
    await write(page, 'Reason', 'No thread.')
    await moveTo(page, 'Close')
    await press(page, 'Cancel meetup')
    await page.getByText('No thread.').waitFor()
  })

  it('finds, filters, orders and chooses records, and acts on several', async () => {
    const page = await open('/studio/articles', 'eve')
    await write(page, 'Search', 'Article 1')
    await page.getByRole('link', { name: 'Article 1', exact: true }).waitFor()
    await moveTo(page, 'Status')
    await page.keyboard.press('P')
    await expect.poll(() => new URL(page.url()).searchParams.get('status'), IN_TIME).toBe('PUBLISHED')
    await press(page, 'Filter')
    await moveTo(page, 'Filter by')
    await page.keyboard.type('Tit')
    await moveTo(page, 'Value')
    await page.keyboard.type('Article 1')
    await press(page, 'Add filter')
    await page.getByText('Title is Article 1').waitFor()
    await press(page, 'Choose “Article 1”', 'Space')
    await press(page, 'Move to Archived')
    await page.getByText('Done: 1.').waitFor()
  })

  it('changes the own account, and signs out', async () => {
    const page = await open('/studio', 'rita')
    await goTo(page, 'Your account')
    await write(page, 'Name', 'Rita by keys')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('link', { name: 'Rita by keys' }).count(), IN_TIME).toBe(1)
    await press(page, 'Sign out')
    await page.getByLabel('Username or email').waitFor()
  })
})
