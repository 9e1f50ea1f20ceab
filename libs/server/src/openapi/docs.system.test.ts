import jwt from 'jsonwebtoken'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { watchedPage } from '../../tests/support/processes/chromium.ts'
import { referencePage, type ReferencePage } from '../../tests/support/reference-page.ts'
import { startTestService, type TestService } from '../../tests/support/service.ts'

requirePrograms('Chromium')

const SECRET = 'a secret of thirty-two bytes or more'

// The page draws the fifty parameters of a list anew at each change.
describe('C1 the reference of the REST interface in Chromium', { timeout: 120_000 }, () => {
  let service: TestService
  let browser: Browser
  let page: Page
  let reference: ReferencePage
  let complaints: readonly string[]
  let requested: readonly string[]

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET })
    browser = await launchChromium()
    // All tests share one page, in their order, because Swagger UI takes seconds to draw.
    ;({ page, complaints, requested } = await watchedPage(browser))
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/api/docs`)
    reference = referencePage(page)
    await reference.operation('Users', 'users').waitFor()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })
  /** The administrator is the first user after the ghost. */
  const token = () => jwt.sign({ sub: '2', name: 'admin' }, SECRET, { expiresIn: '5m' })

  it('C10.5 loads only from its own origin, under a policy that allows no other, without an error', async () => {
    const { headers } = await service.call('GET', '/api/docs', { as: null })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
    const origin = new URL(page.url()).origin
    expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([origin]))
    expect(complaints).toEqual([])
  })

  it('shows every operation except HEAD and OPTIONS, which the document still contains', async () => {
    const { body } = await service.call('GET', '/api/openapi.json', { as: null })
    const methods = Object.values<object>(body.paths).flatMap((item) => Object.keys(item))
    expect(methods).toEqual(expect.arrayContaining(['head', 'options']))
    const shown = methods.filter((name) => !['parameters', 'head', 'options'].includes(name))
    expect((await reference.operations()).size).toBe(shown.length)
  })

  it('begins with the operations: the folded introduction describes their common rules', async () => {
    const introduction = page.locator('#introduction')
    expect(await page.getByText('X-Total-Count-Precision').first().isVisible()).toBe(false)
    await introduction.locator('summary').click()
    const text = await introduction.innerText()
    for (const told of [
      'X-Total-Count',
      'If-Match',
      'application/problem+json',
      'Idempotency-Key',
      'curl -s',
    ])
      expect(text).toContain(told)
    await introduction.locator('summary').click()
  })

  it('follows the system between dark and light', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(await ground()).toBe('rgb(28, 32, 34)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ground).not.toBe('rgb(28, 32, 34)')
  })

  it('tries an operation without a credential, and shows the refusal; under any name of the host', async () => {
    // Swagger UI draws all operations again after each step, so that a filter makes the test faster.
    await page.getByPlaceholder('Filter by tag').fill('Users')
    const { status, shown } = await reference.tryOut('Users', 'users')
    expect([status, shown]).toEqual([401, expect.stringContaining('UNAUTHENTICATED')])
    expect(complaints).toEqual([expect.stringContaining('status of 401')])
  })

  it('with a token: lists page by page, creates, edits, gets a refusal for an old version, deletes', async () => {
    await reference.authorize(token())
    const list = await reference.tryOut('Users', 'users', { parameters: { page: '1', limit: '1' } })
    expect([list.status, list.shown]).toEqual([200, expect.stringContaining('x-total-count: 1')])

    const body = { name: 'Ada Lovelace', email: 'ada@example.org', age: 36 }
    const created = await reference.tryOut('Users', 'createUser', { body })
    expect([created.status, created.shown]).toEqual([201, expect.stringContaining('location: /api/users/')])
    const id = /location: \/api\/users\/(\d+)/.exec(created.shown)?.[1] ?? ''

    const change = { parameters: { id, 'If-Match': created.etag }, body: { age: 37 } }
    const edited = await reference.tryOut('Users', 'updateUser', change)
    expect([edited.status, edited.shown]).toEqual([200, expect.stringContaining('"age": 37')])
    const stale = await reference.tryOut('Users', 'updateUser', change)
    expect([stale.status, stale.shown]).toEqual([412, expect.stringContaining('PRECONDITION_FAILED')])

    const gone = { parameters: { id, 'If-Match': edited.etag } }
    expect((await reference.tryOut('Users', 'deleteUser', gone)).status).toBe(204)
    expect((await service.call('GET', `/api/users/${id}`)).status).toBe(404)
  })

  it('every field has a name, also those of an open operation', async () => {
    await reference.tryOut('Users', 'users')
    const nameless = () =>
      page.evaluate<number>(
        `document.querySelectorAll('.parameters select:not([aria-label]), .parameters textarea:not([aria-label])').length`,
      )
    await expect.poll(() => page.getByLabel('status', { exact: true }).count()).toBeGreaterThan(0)
    expect(await nameless()).toBe(0)
  })

  it('stores no credential', async () => {
    const { origins, cookies } = await page.context().storageState()
    expect([origins, cookies]).toEqual([[], []])
  })
})
