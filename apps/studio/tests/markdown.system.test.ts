import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { chooseForm } from '../../../tools/check/long-tests.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { type Desk, type PersonName } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }
/** C20: until an article is open, with a cold cache. */
const MOST_JAVASCRIPT = 380 * 1_024
/** The figure is that of a machine which does nothing else; the short form finds a text that waits for its preview. */
const MOST_KEY_MS = chooseForm({ short: 500, long: 50 })
const KEYS = chooseForm({ short: 20, long: 60 })
/** A person who writes fast presses ten keys in a second. */
const BETWEEN_KEYS_MS = 100

requirePrograms('Chromium')

const studio = prepareStudio()

const open = async (path: string, as: PersonName = 'eve'): Promise<Desk> => {
  const desk = await studio.open(path, { as })
  return desk
}

/** Creates a published article, and gives the address of its page. */
const addArticle = async (content: string): Promise<string> => {
  const body = { title: 'A text', content, status: 'PUBLISHED' }
  const created = await studio.service
    .as('EDITOR')
    .rest<{ readonly id: string }>('POST', '/api/articles', { body })
  return `/studio/articles/${created.body.id}`
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** From the event of each key to the end of the frame after it, in ms. */
const timeKeys = async (page: Page): Promise<readonly number[]> => {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => times.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(null)
        }),
      { capture: true },
    )
  })
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('x')
    await page.waitForTimeout(BETWEEN_KEYS_MS)
  }
  return page.evaluate(() => (globalThis as unknown as { readonly times: number[] }).times)
}

const ATTACKS = [
  '<script>globalThis.wasRun = true</script>',
  '<img src=x onerror="globalThis.wasRun = true">',
  '[a](javascript:globalThis.wasRun=true)',
  '[b](data:text/html,<script>globalThis.wasRun=true</script>)',
  '![c](x"onerror="globalThis.wasRun=true)',
  '<a href="vbscript:x" onclick="globalThis.wasRun=true">d</a>',
  '[e](https://example.org"onmouseover="globalThis.wasRun=true)',
  '<svg><g onload="globalThis.wasRun=true"></g></svg>',
  '<iframe srcdoc="<script>parent.wasRun=true</script>"></iframe>',
  '`<b onclick=x>`',
].join('\n\n')

describe('C20 the editor of Markdown in Chromium', { timeout: 90_000 }, () => {
  it('shows beside the text what readers see, and saves by Ctrl-S', async () => {
    const { page } = await open(await addArticle('Words.'))
    await editor(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n\n- one\n')
    await page.keyboard.type('two')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await preview(page).locator('li').nth(1).waitFor()
    expect(await preview(page).locator('strong').textContent()).toBe('bold')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await studio.service
      .as('READER')
      .rest('GET', new URL(page.url()).pathname.replace('/studio', '/api'))
    expect(body).toMatchObject({ content: 'Words.\n\n- one\n- two**bold**' })
  })

  it('takes the text of the form when somebody discards the changes', async () => {
    const { page } = await open(await addArticle('Words.'))
    await editor(page).fill('Other words')
    await preview(page).getByText('Other words').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => editor(page).textContent(), IN_TIME).toBe('Words.')
  })

  it('has buttons for the formats, which a keyboard reaches', async () => {
    const { page } = await open(await addArticle('Words'))
    await editor(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: 'Bold' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor(page).textContent(), IN_TIME).toBe('_Words_')
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it.each([
    ['Heading', '## Words'],
    ['List', '- Words'],
    ['Quotation', '> Words'],
    ['Bold', '**Words**'],
    ['Italic', '_Words_'],
    ['Code', '`Words`'],
  ])('writes behind the mark on an empty line: %s', async (name, text) => {
    const { page } = await open('/studio/articles/new')
    await editor(page).focus()
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.type('Words')
    await expect.poll(() => editor(page).textContent(), IN_TIME).toBe(text)
  })

  it('shows content, and never runs it; pictures of other origins are links', async () => {
    const { page, complaints } = await open(
      await addArticle(`${ATTACKS}\n\n![A picture](https://example.org/a.png)\n\nhttps://example.org`),
    )
    await preview(page).getByRole('link', { name: 'A picture' }).waitFor()
    const found = await preview(page).evaluate((element) => ({
      tags: [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName))].toSorted(),
      attributes: [
        ...new Set([...element.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())),
      ].toSorted(),
      addresses: [...element.querySelectorAll('a')].map(({ protocol }) => protocol),
      pictures: [...element.querySelectorAll('img')].map(({ src }) => new URL(src).origin),
      rels: [...new Set([...element.querySelectorAll('a')].map(({ rel }) => rel))],
    }))
    expect(found.tags).toEqual(['A', 'CODE', 'IMG', 'P'])
    expect(found.attributes).toEqual(['alt', 'href', 'rel', 'src', 'target'])
    expect(new Set(found.addresses)).toEqual(new Set(['https:']))
    expect(found.pictures).toEqual([studio.service.url])
    expect(found.rels).toEqual(['nofollow ugc noopener'])
    expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
    expect(complaints).toEqual([])
  })

  it('shows a reader the text as readers see it, without an editor', async () => {
    const { page } = await open(await addArticle('Some **strong** words'), 'rita')
    await preview(page).locator('strong').waitFor()
    expect(await editor(page).count()).toBe(0)
  })

  it('answers a key press in a text of 100 KB within 50 ms', async () => {
    const line = 'Some *words* of a [text](https://example.org) that goes on, with `code` and more.\n\n'
    const { page } = await open(await addArticle(line.repeat(Math.ceil(100_000 / line.length))))
    await preview(page).locator('p').first().waitFor()
    await editor(page).focus()
    await page.keyboard.press('Control+Home')
    const times = (await timeKeys(page)).toSorted((one, other) => one - other)
    expect(times).toHaveLength(KEYS)
    expect(times[KEYS / 2]).toBeLessThan(MOST_KEY_MS)
    expect((await editor(page).textContent())?.startsWith('x'.repeat(KEYS))).toBe(true)
  })

  it('loads at most 380 KB of compressed JavaScript until an article is open', async () => {
    const address = await addArticle('Words')
    const { page } = await open('/studio')
    let [bytes, sent] = [0, 0]
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return
      bytes += gzipSync(await response.body()).length
      sent += (await response.request().sizes()).responseBodySize
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(`${studio.service.url}${address}`)
    await preview(page).getByText('Words').waitFor()
    await page.waitForLoadState('networkidle')
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(MOST_JAVASCRIPT)
    // The service sends it with brotli, which is shorter than gzip.
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(bytes)
  })
})
