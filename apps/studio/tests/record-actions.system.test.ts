import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { prepareStudio } from './support/prepare-studio.ts'

const IN_TIME = { timeout: 20_000 }

requirePrograms('Chromium')

const studio = prepareStudio()

const open = async (path: string): Promise<Page> => {
  const desk = await studio.open(path, { as: 'eve' })
  return desk.page
}

const editor = () => studio.service.as('EDITOR')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Creates an article over REST. */
const anArticle = async (title: string): Promise<string> => {
  const { body } = await editor().rest<{ readonly id: string }>('POST', '/api/articles', {
    body: { title, content: 'Once upon a time.' },
  })
  return `/articles/${body.id}`
}

describe('C20.4 the actions on a record', { timeout: 90_000 }, () => {
  it('take a double click as one, and the next action does not get the second click', async () => {
    const path = await anArticle('Clicked twice')
    const page = await open(`/studio${path}`)
    await button(page, 'Move to Published').dblclick()
    await button(page, 'Move to Archived').waitFor()
    expect(await button(page, 'Move to Archived').getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => button(page, 'Move to Archived').getAttribute('aria-disabled'), IN_TIME)
      .toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect((await editor().rest('GET', `/api${path}`)).body).toMatchObject({
      status: 'PUBLISHED',
      version: 2,
    })
  })

  it('say below the buttons, in plain words, that somebody has changed the record', async () => {
    const path = await anArticle('Changed elsewhere')
    const page = await open(`/studio${path}`)
    await button(page, 'Move to Published').waitFor()
    await editor().rest('PATCH', `/api${path}`, { body: { tags: ['elsewhere'] } })
    await button(page, 'Move to Published').click()
    await page.getByText('Somebody has changed this record since you opened it.').waitFor()
    expect(await page.locator('.record-actions').getByRole('alert').count()).toBe(0)
    expect(await field(page, 'Tags').inputValue()).toBe('elsewhere')
    await button(page, 'Move to Published').click()
    await button(page, 'Move to Archived').waitFor()
  })

  it('say beside the title what was done, until the next change', async () => {
    const page = await open('/studio/articles/new')
    const word = page.locator('.record').getByRole('status').first()
    await field(page, 'Title').fill('Spoken of')
    await field(page, 'Content').fill('Text.')
    await button(page, 'Save').click()
    await expect.poll(() => word.textContent(), IN_TIME).toBe('Saved')
    await button(page, 'Move to Published').click()
    await expect.poll(() => word.textContent(), IN_TIME).toBe('Now: Published')
    await field(page, 'Title').fill('Spoken of again')
    await expect.poll(() => word.textContent(), IN_TIME).toBe('Not saved yet')
    await button(page, 'Discard changes').click()
    await expect.poll(() => word.textContent(), IN_TIME).toBe('')
    await page.reload()
    await button(page, 'Move to Archived').waitFor()
    expect(await word.textContent()).toBe('')
  })

  it('keep Save in sight on a long page, with its keys', async () => {
    const page = await open(`/studio${await anArticle('A long page')}`)
    await page.getByText('Earlier versions').scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const save = button(page, 'Save')
    expect(await save.getAttribute('aria-keyshortcuts')).toBe('Control+S Meta+S')
    expect(await save.getAttribute('title')).toBe('Ctrl+S')
    await expect.poll(async () => (await save.boundingBox())?.y ?? -1, IN_TIME).toBeGreaterThanOrEqual(0)
  })

  it('keep their places while somebody writes, do nothing, and say why', async () => {
    const page = await open(`/studio${await anArticle('Steady')}`)
    const move = button(page, 'Move to Published')
    await move.waitFor()
    await field(page, 'Content').waitFor()
    const readTop = async () => (await field(page, 'Tags').boundingBox())?.y
    const before = await readTop()
    await field(page, 'Title').press('End')
    await page.keyboard.type('!')
    await page.getByText('Not saved yet').waitFor()
    expect(await readTop()).toBe(before)
    const reason = 'Save or discard your changes first.'
    expect(await page.getByRole('group', { name: 'Actions' }).getAttribute('title')).toBe(reason)
    expect(await move.getAttribute('aria-disabled')).toBe('true')
    const described = await move.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described ?? ''}"]`).textContent()).toBe(reason)
    await move.focus()
    await page.keyboard.press('Enter')
    await button(page, 'Discard changes').click()
    await expect.poll(() => move.getAttribute('aria-disabled'), IN_TIME).toBeNull()
  })

  it('keep their places while the editor of a text loads', async () => {
    const page = await open('/studio/articles')
    await page.route('**/markdown-field*', async (route) => {
      await wait(500)
      await route.continue()
    })
    await page.goto(new URL(`/studio${await anArticle('Steady from the start')}`, page.url()).href)
    await page.locator('.coming').waitFor()
    const readTop = async () => (await field(page, 'Tags').boundingBox())?.y
    const before = await readTop()
    await field(page, 'Content').waitFor()
    expect(await readTop()).toBe(before)
  })

  it('C17.4 bring a record back from the trash, or erase it', async () => {
    const admin = studio.service.as('ADMIN')
    const add = async (path: string, body: object) =>
      (await admin.rest<{ readonly id: string }>('POST', path, { body })).body.id
    const venueId = await add('/api/venues', { name: 'Attic' })
    const id = await add('/api/jobs', { title: 'Bookbinder', text: 'Bind.', venueId })
    const { page } = await studio.open(`/studio/jobs/${id}`, { as: 'ada' })
    await button(page, 'Delete').click()
    await page.getByRole('heading', { name: 'Move “Bookbinder” to the trash?' }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.goto(`${studio.service.url}/studio/jobs`)
    const deleted = page.getByLabel('Deleted', { exact: true })
    await deleted.waitFor()
    expect(await deleted.getByRole('option').allTextContents()).toEqual(['No', 'Yes'])
    await deleted.selectOption('Yes')
    await page.getByRole('link', { name: 'Bookbinder' }).click()
    await page.getByText(/^In the trash since .* Restore this record to change it\.$/).waitFor()
    expect(await button(page, 'Save').count()).toBe(0)
    await button(page, 'Restore').click()
    await expect
      .poll(() => page.locator('.record').getByRole('status').first().textContent(), IN_TIME)
      .toBe('Restored')
    await button(page, 'Save').waitFor()

    await admin.rest('DELETE', `/api/jobs/${id}`)
    await page.goto(`${studio.service.url}/studio/jobs?deleted=true`)
    await page.getByRole('checkbox', { name: 'Choose “Bookbinder”' }).check({ force: true })
    await button(page, 'Erase').click()
    await page.getByRole('heading', { name: 'Erase 1 records? Nobody can bring them back.' }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByText('Done: 1.').waitFor()
    expect((await admin.rest('GET', `/api/jobs/${id}`)).status).toBe(404)
  })

  it('C17.3 compare and restore an earlier version of a declared type, but not its state', async () => {
    const admin = studio.service.as('ADMIN')
    const send = async (method: string, path: string, body: object) =>
      (await admin.rest<{ readonly id: string }>(method, path, { body })).body
    const venue = await send('POST', '/api/venues', { name: 'Old press' })
    const { id } = await send('POST', '/api/jobs', { title: 'Setter', text: 'Set.', venueId: venue.id })
    await send('PATCH', `/api/jobs/${id}`, { text: 'Print.', status: 'OPEN' })
    const page = await open(`/studio/jobs/${id}`)
    await page.getByText('Earlier versions').click()
    await page
      .getByRole('button', { name: /^Version until / })
      .first()
      .click()
    await expect
      .poll(() => page.locator('.comparison pre').allTextContents(), IN_TIME)
      .toEqual(['Set.', 'Print.'])
    await button(page, 'Restore').click()
    await page.getByText('Restored: version until').waitFor()
    expect((await admin.rest('GET', `/api/jobs/${id}`)).body).toMatchObject({ text: 'Set.', status: 'OPEN' })
  })
})
