import type { Locator, Page } from 'playwright-core'

/** A long timeout, because Chromium shares the machine with other tests. */
const IN_TIME = { timeout: 20_000 }

export interface Trial {
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface Outcome {
  readonly status: number
  readonly etag: string
  /** The answer as the page shows it. */
  readonly shown: string
}

/** The page at /api/docs, as a person uses it to try an operation. */
export interface ReferencePage {
  /** Enters an access token. */
  authorize(token: string): Promise<void>
  operation(tag: string, id: string): Locator
  /** The operations that appear while the page scrolls from the top to the bottom. */
  operations(): Promise<ReadonlySet<string>>
  /** Opens an operation, fills in its parameters, and executes it. */
  tryOut(tag: string, id: string, trial?: Trial): Promise<Outcome>
}

const fillIn = async (operation: Locator, { parameters = {}, body }: Trial): Promise<void> => {
  for (const [name, value] of Object.entries(parameters))
    await operation.locator(`tr[data-param-name="${name}"]`).getByRole('textbox').fill(value)
  if (body !== undefined) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body))
}

/** Leaves only this operation open, because Swagger UI draws the fields of all open ones again at each change. */
const unfold = async (operation: Locator): Promise<void> => {
  if (await operation.getByRole('button', { name: 'Execute' }).isVisible()) return
  for (const open of await operation.page().locator('.opblock.is-open').all())
    await open.locator('.opblock-summary-control').click()
  await operation.locator('.opblock-summary-control').click()
  // An operation that was folded stays on trial.
  await operation.getByRole('button', { name: /Try it out|Execute/ }).waitFor(IN_TIME)
  const begin = operation.getByRole('button', { name: 'Try it out' })
  if (await begin.isVisible()) await begin.click(IN_TIME)
}

const toTop = (page: Page) => page.evaluate('scrollTo(0, 0)')
const idsInView = (page: Page) =>
  page.evaluate<string[]>('[...document.querySelectorAll(".opblock")].map(({ id }) => id)')
/** Scrolls by half a screen, and lets the page draw the visible part. Returns whether the page has moved. */
const scrolledOn = (page: Page) =>
  page.evaluate<boolean>(`(async () => {
    const before = scrollY
    scrollBy(0, innerHeight / 2)
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
    return scrollY > before
  })()`)

/** Scrolls to the operation, because Swagger UI draws only the visible ones of more than 140 operations. */
const bringIntoView = async (page: Page, operation: Locator): Promise<void> => {
  if (await operation.isVisible()) return
  await toTop(page)
  while (!(await operation.isVisible()) && (await scrolledOn(page)));
}

export const referencePage = (page: Page): ReferencePage => {
  const operation = (tag: string, id: string) => page.locator(`[id="operations-${tag}-${id}"]`)
  return {
    operation,
    operations: async () => {
      await toTop(page)
      const ids = new Set(await idsInView(page))
      while (await scrolledOn(page)) for (const id of await idsInView(page)) ids.add(id)
      return ids
    },
    authorize: async (token) => {
      await page.getByRole('button', { name: 'Authorize', exact: true }).click()
      const form = page.locator('form', { has: page.getByLabel('auth-bearer-value') })
      await form.getByRole('textbox').fill(token)
      await form.getByRole('button', { name: 'Apply credentials' }).click()
      await page.locator('.modal-ux-header').getByRole('button').click()
    },
    tryOut: async (tag, id, trial = {}) => {
      const block = operation(tag, id)
      await bringIntoView(page, block)
      await unfold(block)
      await fillIn(block, trial)
      const [response] = await Promise.all([
        page.waitForResponse('**/api/**'),
        block.getByRole('button', { name: 'Execute' }).click(),
      ])
      const status = response.status()
      // Not the text of the whole table: the headers of the answer before it can contain the same digits.
      const code = page.locator('.response-col_status', { hasText: new RegExp(`^\\s*${status}`) })
      const live = block.locator('.live-responses-table', { has: code })
      await live.waitFor(IN_TIME)
      return { status, etag: response.headers()['etag'] ?? '', shown: await live.innerText() }
    },
  }
}
