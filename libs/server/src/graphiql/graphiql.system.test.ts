import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { watchedPage } from '../../tests/support/processes/chromium.ts'
import {
  ADMIN,
  ADMIN_PASSWORD,
  AS_ADMIN,
  startTestService,
  type TestService,
} from '../../tests/support/service.ts'

requirePrograms('Chromium')

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly { readonly extensions: object }[]
}

/** A long timeout, because Chromium shares the machine with other tests. */
const IN_TIME = { timeout: 20_000 }

describe('C1 GraphiQL in Chromium', { timeout: 60_000 }, () => {
  let service: TestService
  let browser: Browser
  let page: Page
  let complaints: readonly string[]
  let requested: readonly string[]

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { SAMPLE_CONTENT: 'true' })
    browser = await launchChromium()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  beforeEach(async () => {
    ;({ page, complaints, requested } = await watchedPage(browser))
    await page.goto(`${service.url}/graphql`)
    await page.getByRole('tab').first().waitFor()
  })
  afterEach(() => page.close())

  const readStorage = async () => (await page.context().storageState()).origins[0]?.localStorage ?? []
  const keptAs = async (key: string) =>
    (await readStorage()).find(({ name }) => name === `graphiql:${key}`)?.value
  /** GraphiQL determines the operation of a tab a moment after it opens the tab. */
  const open = async (name: string) => {
    await page.getByRole('tab', { name }).click()
    await expect.poll(() => keptAs('operationName'), IN_TIME).toBe(name)
  }
  const run = async (): Promise<Answer> => {
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => candidate.request().method() === 'POST'),
      page.getByRole('button', { name: 'Execute query' }).click(),
    ])
    return (await response.json()) as Answer
  }
  const readResult = () => page.getByRole('region', { name: 'Result Window' }).innerText()
  const signIn = async () => {
    await page.getByRole('button', { name: 'Headers' }).click()
    await page.getByRole('region', { name: 'Headers' }).click()
    await page.keyboard.insertText(JSON.stringify({ authorization: AS_ADMIN }))
  }

  it('loads only from its own origin, under a policy that allows no other, and without an error', async () => {
    const { headers } = await service.call('GET', '/graphql', { as: null, headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
    await expect.poll(() => requested.filter((url) => url.endsWith('/graphql')), IN_TIME).toHaveLength(2)
    expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([service.url]))
    expect(complaints).toEqual([])
  })

  it.each([
    ['NewestArticles', 'Two editors, one article'],
    ['SearchWithATypo', '<mark>'],
    ['PageByPage', '"hasNextPage": true'],
    ['Filtered', '"value": "PUBLISHED"'],
    ['MyDrafts', '"currentUser": null'],
  ])('the sample %s works on the sample content without a credential', async (name, expected) => {
    await open(name)
    expect(await run()).not.toHaveProperty('errors')
    await expect.poll(readResult, IN_TIME).toContain(expected)
    expect(complaints).toEqual([])
  })

  it('the sample WriteArticle asks for a sign-in', async () => {
    await open('WriteArticle')
    const { errors } = await run()
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }])
    await expect.poll(readResult, IN_TIME).toContain('UNAUTHENTICATED')
  })

  it.each([
    ['MyDrafts', 'Letters from the print shop'],
    ['WriteArticle', 'My first one.'],
  ])('the sample %s works for a user who signs in by a header', async (name, expected) => {
    await open(name)
    await signIn()
    expect(await run()).not.toHaveProperty('errors')
    await expect.poll(readResult, IN_TIME).toContain(expected)
    expect(complaints).toEqual([])
  })

  const useCredential = async (kind: string, fields: Readonly<Record<string, string>>) => {
    await page.getByText('Sign in: nobody is signed in').click()
    await page.getByLabel('With').selectOption(kind)
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Use', exact: true }).click()
  }

  it('the form accepts username and password, keeps them only in the page, and forgets them', async () => {
    await useCredential('username and password', { 'Username or email': ADMIN, Password: ADMIN_PASSWORD })
    await open('MyDrafts')
    expect(await run()).toMatchObject({ data: { currentUser: { name: expect.any(String) } } })
    const { origins, cookies } = await page.context().storageState()
    expect(cookies).toEqual([])
    for (const secret of [ADMIN_PASSWORD, AS_ADMIN.replace('Basic ', '')])
      expect(JSON.stringify(origins) + (await page.content())).not.toContain(secret)
    await page.getByText('Sign in: requests carry').click()
    await page.getByRole('button', { name: 'Forget' }).click()
    expect(await run()).toMatchObject({ data: { currentUser: null } })
    expect(complaints).toEqual([])
  })

  it('the form accepts an API key', async () => {
    const made = { name: 'for the page', scopes: ['users:read', 'articles:read'] }
    const { body } = await service.call('POST', '/api/api-keys', { body: made })
    await useCredential('API key', { 'API key': ` ${body.key} ` })
    await open('MyDrafts')
    expect(await run()).toMatchObject({ data: { currentUser: { name: expect.any(String) } } })
  })

  it('works on a phone: panes one above the other, nothing cut off at the side, and the query runs', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('MyDrafts')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
    const cutLines = await page.evaluate<string[]>(`(() => {
      const editor = document.querySelector('.graphiql-query-editor .CodeMirror').getBoundingClientRect()
      const lines = [...document.querySelectorAll('.graphiql-query-editor .CodeMirror-line > span')]
      return lines.filter((line) => line.getBoundingClientRect().right > editor.right).map((line) => line.textContent)
    })()`)
    expect(cutLines).toEqual([])
    await run()
    const result = page.getByRole('region', { name: 'Result Window' })
    await result.scrollIntoViewIfNeeded()
    await expect.poll(readResult, IN_TIME).toContain('"currentUser": null')
    const { width = 0, height = 0 } = (await result.boundingBox()) ?? {}
    expect([width > 300, height > 200]).toEqual([true, true])
  })

  const publish = (title: string) =>
    service.call('POST', '/api/articles', { body: { title, content: 'Text.', status: 'PUBLISHED' } })

  it('the sample WhatIsPublished shows published articles while it runs, and stops listening when it is stopped', async () => {
    await open('WhatIsPublished')
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/graphql/stream')),
      page.getByRole('button', { name: 'Execute query' }).click(),
    ])
    await publish('Told in GraphiQL')
    await expect.poll(readResult, IN_TIME).toContain('Told in GraphiQL')
    const over = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Stop query' }).click()
    expect((await over).url()).toBe(`${service.url}/graphql/stream`)
    expect(complaints).toEqual([])
  })

  it('C11.1 EventSource receives published articles, as docs/subscriptions.md shows', async () => {
    const heard = page.evaluate<string>(`new Promise((resolve) => {
      const query = encodeURIComponent('subscription { articlePublished { title } }')
      const events = new EventSource('/graphql/stream?query=' + query)
      events.addEventListener('open', () => document.body.setAttribute('data-listens', ''))
      events.addEventListener('next', ({ data }) => {
        events.close()
        resolve(data)
      })
    })`)
    await page.locator('body[data-listens]').waitFor()
    await publish('Told to EventSource')
    expect(JSON.parse(await heard)).toEqual({ data: { articlePublished: { title: 'Told to EventSource' } } })
  })

  it('has a main landmark and a heading, and its editors have names', async () => {
    expect(await page.getByRole('main').count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
      'GraphiQL · content-service',
    ])
    for (const name of ['Query Editor', 'Variables', 'Result Window'])
      await page.getByRole('textbox', { name }).first().waitFor({ state: 'attached' })
  })

  it('stores operations in its history, and no credential', async () => {
    await open('MyDrafts')
    await signIn()
    await run()
    expect(await keptAs('queries')).toContain('query MyDrafts')
    expect(JSON.stringify(await readStorage())).not.toContain(AS_ADMIN)
  })

  it('shows the documentation of a type after a search', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    const docs = page.getByRole('region', { name: 'Documentation Explorer' })
    const about = docs.getByText('An earlier version of an article, which an edit replaced.')
    // GraphiQL draws the list again a moment after the last key. A click on the earlier list has no effect, or only closes the
    // list: then the next try searches again.
    const openType = async (): Promise<boolean> => {
      if (await about.isVisible()) return true
      const search = docs.getByRole('combobox')
      await search.fill('')
      await search.fill('ArticleRevision')
      const option = docs.getByRole('option', { name: 'ArticleRevision', exact: true })
      await option.click({ timeout: 1_000 }).catch(() => undefined)
      return about.isVisible()
    }
    await expect.poll(openType).toBe(true)
    await docs.getByText('The user who made that edit.').waitFor()
    expect(complaints).toEqual([])
  })
})
