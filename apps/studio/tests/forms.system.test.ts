import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { findBarriers } from './support/axe.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { chooseLink, chooseOption, focusBox, type PersonName } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }
/** A browser keeps a text after a pause of 300 ms. */
const KEPT_MS = 1_000

requirePrograms('Chromium')

const studio = prepareStudio()

const open = async (path: string, as: PersonName = 'ada', options = {}): Promise<Page> => {
  const desk = await studio.open(path, { as, options: { bypassCSP: true, ...options } })
  return desk.page
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const box = (page: Page, name: string) => page.getByRole('combobox', { name })
/** Opens the list of a link field. A page that still moves closes it again. */
const openList = async (page: Page, name: string): Promise<void> => {
  await focusBox(box(page, name))
  await expect
    .poll(async () => {
      if ((await box(page, name).getAttribute('aria-expanded')) !== 'true')
        await page.keyboard.press('ArrowDown')
      return box(page, name).getAttribute('aria-expanded')
    }, IN_TIME)
    .toBe('true')
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page) => button(page, 'Save').click()

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

/** Creates a category with a name of its own. */
const addCategory = (name: string) =>
  studio.service.as('ADMIN').rest('POST', '/api/categories', { body: { name } })

describe('a link to a type without records', { timeout: 90_000 }, () => {
  it('names the type, says that it is empty, and leads to a new record without losing the form', async () => {
    const page = await open('/studio/meetups/new')
    await field(page, 'Title').fill('A first meetup')
    const topic = box(page, 'Topic')
    expect(await topic.getAttribute('placeholder')).toBe('Search categories')
    await openList(page, 'Topic')
    await page.getByText('There are no categories yet.').waitFor()
    const offer = page.getByRole('option', { name: 'New: Category' })
    await offer.waitFor()

    const opened = page.context().waitForEvent('page')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return topic.getAttribute('aria-activedescendant')
      }, IN_TIME)
      .not.toBeNull()
    await page.keyboard.press('Enter')
    const other = await opened
    await field(other, 'Name').fill('Printing')
    await save(other)
    await heading(other, 'Printing').waitFor()
    await other.close()

    expect(await field(page, 'Title').inputValue()).toBe('A first meetup')
    await openList(page, 'Topic')
    await page.getByRole('option', { name: 'Printing' }).click()
    await expect.poll(() => topic.inputValue(), IN_TIME).toBe('Printing')
  })

  it('opens its list by Enter, and sends the form only when a record is chosen', async () => {
    await addCategory('Folding')
    const page = await open('/studio/meetups/new')
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    const topic = box(page, 'Topic')
    await focusBox(topic)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Folding' }).waitFor()
    await chooseOption(page, 'Folding')
    await expect.poll(() => topic.inputValue(), IN_TIME).toBe('Folding')
    expect(sent.filter((url) => url.endsWith('/api/meetups'))).toEqual([])
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^Title: / })
      .waitFor()
    expect(sent.filter((url) => url.endsWith('/api/meetups'))).toHaveLength(1)
  })

  it('says that no title has the words, and offers a new record only to people who may create one', async () => {
    await addCategory('Binding')
    const page = await open('/studio/meetups/new', 'rita')
    await focusBox(box(page, 'Topic'))
    await page.keyboard.type('zzz')
    await page.getByText('No category has these words.').waitFor()
    expect(await page.getByRole('option', { name: 'New: Category' }).count()).toBe(0)
  })
})

describe('C20.5 a text that is not saved', { timeout: 90_000 }, () => {
  it('is dropped when somebody leaves the form without it', async () => {
    const page = await open('/studio/venues/new')
    await field(page, 'Name').fill('Given up')
    await page.waitForTimeout(KEPT_MS)
    await page.getByRole('link', { name: 'Meetups' }).click()
    await button(page, 'Leave the page').click()
    await heading(page, 'Meetups').waitFor()
    await page.waitForTimeout(KEPT_MS)
    await page.goto(`${studio.service.url}/studio/venues/new`)
    await field(page, 'Name').waitFor()
    await page.waitForTimeout(KEPT_MS)
    expect(await field(page, 'Name').inputValue()).toBe('')
    expect(await page.getByText('is back').count()).toBe(0)
  })

  it('comes back into a new record with its time, and a button discards it', async () => {
    const page = await open('/studio/venues/new')
    await field(page, 'Name').fill('Kept')
    await page.waitForTimeout(KEPT_MS)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/^Your text of \d+:\d\d\s[AP]M is back\.$/).waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('Kept')
    await button(page, 'Discard').click()
    expect(await field(page, 'Name').inputValue()).toBe('')
    expect(await page.getByText('is back').count()).toBe(0)
    await page.waitForTimeout(KEPT_MS)
    await page.reload()
    await field(page, 'Name').waitFor()
    await page.waitForTimeout(KEPT_MS)
    expect(await field(page, 'Name').inputValue()).toBe('')
  })
})

describe('C20.4 a record that never changes', { timeout: 90_000 }, () => {
  it('says so before it is saved and afterwards, and asks for no value', async () => {
    const page = await open('/studio/categories/new')
    await page.getByText('After you save this record, nobody can change or delete it.').waitFor()
    expect(await page.getByText('required', { exact: true }).count()).toBe(1)
    await field(page, 'Name').fill('Paper')
    await save(page)
    await heading(page, 'Paper').waitFor()
    await page.getByText('Nobody can change or delete this record.').waitFor()
    expect(await page.getByText('required', { exact: true }).count()).toBe(0)
    expect(await button(page, 'Save').count()).toBe(0)
  })
})

describe('C20.4 what the service refuses', { timeout: 90_000 }, () => {
  it('has the labels of the form, leads to the fields, and goes away with a change', async () => {
    const page = await open('/studio/venues/new')
    await field(page, 'Website').fill('foundry')
    await button(page, 'Add Paragraph').click()
    await button(page, 'Add Picture').click()
    await save(page)
    const alert = page.getByRole('alert')
    await expect.poll(() => hasFocus(alert), IN_TIME).toBe(true)
    await alert.getByRole('button', { name: /^Page, block 2: Alt: / }).click()
    expect(await hasFocus(field(page, 'Alt'))).toBe(true)
    await alert.getByRole('button', { name: /^Website: / }).click()
    await page.keyboard.type('x')
    await expect.poll(() => alert.getByRole('button', { name: /^Website: / }).count(), IN_TIME).toBe(0)
    expect(await field(page, 'Website').getAttribute('aria-invalid')).toBeNull()
    expect(await alert.getByRole('button', { name: /^Name: / }).count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
  })

  it('has the focus also after a change of a record, and leaves it to somebody who goes on to write', async () => {
    await studio.service.as('ADMIN').rest('POST', '/api/venues', { body: { name: 'Loft' } })
    const { body } = await studio.service
      .as('ADMIN')
      .rest<readonly { readonly id: string }[]>('GET', '/api/venues?name=Loft')
    const page = await open(`/studio/venues/${body[0]?.id}`)
    await field(page, 'Website').fill('loft')
    await save(page)
    const alert = page.getByRole('alert')
    await expect.poll(() => hasFocus(alert), IN_TIME).toBe(true)
    await field(page, 'Website').fill('attic')
    await alert.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await alert.waitFor()
    expect(await hasFocus(field(page, 'Website'))).toBe(true)
  })
})

describe('C20.4 a value that is not complete', { timeout: 90_000 }, () => {
  it('is not sent, and says what is missing', async () => {
    const page = await open('/studio/meetups/new')
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    await field(page, 'Title').fill('Half a time')
    await field(page, 'Starts at').focus()
    await page.keyboard.type('02012030')
    await page.keyboard.press('Control+s')
    await page.getByText('Complete the date and the time.', { exact: true }).waitFor()
    expect(await hasFocus(field(page, 'Starts at'))).toBe(true)
    expect(sent.filter((url) => url.endsWith('/api/meetups'))).toEqual([])
    // The year has taken four digits, so that the next one is that of the hour.
    await page.keyboard.type('0700PM')
    expect(await field(page, 'Starts at').inputValue()).toBe('2030-02-01T19:00')
    await expect.poll(() => page.getByText('Complete the date and the time.').count(), IN_TIME).toBe(0)
  })

  it('says so when somebody leaves a field of a date', async () => {
    const page = await open('/studio/venues/new')
    await field(page, 'Opens on').focus()
    await page.keyboard.type('0301')
    await field(page, 'Name').focus()
    await page.getByText('Complete the date.', { exact: true }).waitFor()
    await field(page, 'Opens on').fill('2030-03-01')
    await expect.poll(() => page.getByText('Complete the date.').count(), IN_TIME).toBe(0)
  })
})

describe('C20.4 the focus', { timeout: 90_000 }, () => {
  it('is in the first field of a new form, and on the heading of a record that was created', async () => {
    const page = await open('/studio/venues')
    await page.getByRole('link', { name: 'New: Venue' }).click()
    await expect.poll(() => hasFocus(field(page, 'Name')), IN_TIME).toBe(true)
    await page.keyboard.type('Studio')
    await page.keyboard.press('Control+s')
    await expect.poll(() => hasFocus(heading(page, 'Studio')), IN_TIME).toBe(true)
  })

  it('is in the first field of a part that somebody adds', async () => {
    const page = await open('/studio/venues/new')
    await button(page, 'Add Contact').click()
    await expect.poll(() => hasFocus(field(page, 'Phone')), IN_TIME).toBe(true)
    const rooms = page.getByRole('group', { name: 'Rooms', exact: true })
    for (const place of [0, 1]) {
      await button(page, 'Add to Rooms').focus()
      await page.keyboard.press('Enter')
      const name = rooms.getByLabel('Name', { exact: true }).nth(place)
      await expect.poll(() => hasFocus(name), IN_TIME).toBe(true)
    }
    await button(page, 'Add Paragraph').click()
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Text' })), IN_TIME).toBe(true)
  })

  it('is in the text of a new comment, whose editor a page loads then', async () => {
    const body = { title: 'Without words', content: 'Words.', status: 'PUBLISHED' }
    const { body: made } = await studio.service
      .as('EDITOR')
      .rest<{ readonly id: string }>('POST', '/api/articles', { body })
    const page = await open(`/studio/articles/${made.id}`, 'rita')
    await button(page, 'New: Comment').click()
    const form = page.getByRole('form', { name: 'New: Comment' })
    await expect.poll(() => hasFocus(form.getByRole('textbox', { name: 'Content' })), IN_TIME).toBe(true)
  })
})

/** Where the words of an element are, or the element without words. */
const place = (control: Locator): Promise<DOMRect> =>
  control.first().evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return element.textContent === '' ? element.getBoundingClientRect() : range.getBoundingClientRect()
  })
const middle = ({ top, height }: DOMRect): number => top + height / 2

describe('what belongs together', { timeout: 90_000 }, () => {
  it('stands on one line: boxes and words, a link and its button, help and buttons', async () => {
    const page = await open('/studio/articles')
    const square = await place(page.locator('tbody td.check input'))
    const words = await place(page.locator('tbody th a'))
    expect(Math.abs(middle(square) - middle(words))).toBeLessThanOrEqual(1)

    await page.goto(`${studio.service.url}/studio/venues/new`)
    const rooms = page.getByRole('group', { name: 'Rooms', exact: true })
    const [help, add] = [await place(rooms.locator('.help')), await place(button(page, 'Add to Rooms'))]
    expect(Math.abs(help.left - add.left)).toBeLessThan(1)

    await studio.service.as('ADMIN').rest('POST', '/api/venues', { body: { name: 'Yard' } })
    await page.goto(`${studio.service.url}/studio/meetups/new`)
    await chooseLink(page, 'Venue', 'Yard')
    const link = page.locator('.one-link', { hasText: 'Venue' })
    const clear = await link.getByRole('button', { name: 'Clear' }).boundingBox()
    const input = await link.getByRole('combobox').boundingBox()
    expect(Math.abs((clear?.y ?? 0) - (input?.y ?? 99))).toBeLessThan(1)
  })
})
