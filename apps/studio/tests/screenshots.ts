import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../../tools/programs/launch-chromium.ts'
import { openStudio, startTeam, stopTeam } from './support/studio.ts'

/**
 * `npm run tool screenshots [FOLDER]` makes pictures of the pages of the studio, in both themes, on a desk and on a phone. Look at
 * them after a change of the design.
 */

const THEMES = ['light', 'dark'] as const
const WIDTHS = [1_280, 360] as const
const HEIGHT = 900
/** The page has loaded what it shows. */
const CALM_MS = 400

interface Shot {
  readonly name: string
  readonly path: string
  /** What somebody does on the page before the picture. */
  readonly act?: (page: Page) => Promise<void>
}

const TEXT = `The press stands in the cellar since **1911**. Who sets type by hand learns to read backwards.

## Three evenings

1. Choose a face.
2. Set [the first line](https://example.org/line).
3. Print, and wash the type.

> Ink is patient.

| Evening | Place |
| --- | --- |
| Monday | cellar |
| Tuesday | *yard* |
`

/** The types, and the first record of each, as the service lists them. */
const listPages = async (ask: (path: string) => Promise<unknown>): Promise<readonly Shot[]> => {
  const { types } = (await ask('/api/model')) as {
    readonly types: readonly { readonly path: string; readonly single: boolean }[]
  }
  const shots: Shot[] = []
  for (const { path, single } of types) {
    shots.push({ name: `${path}`, path: `/studio/${path}` })
    if (single) continue
    const [first] = (await ask(`/api/${path}?limit=1`)) as readonly { readonly id: string | number }[]
    if (first) shots.push({ name: `${path}-record`, path: `/studio/${path}/${first.id}` })
    shots.push({ name: `${path}-new`, path: `/studio/${path}/new` })
  }
  return shots
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

const OTHERS: readonly Shot[] = [
  { name: 'home', path: '/studio' },
  { name: 'account', path: '/studio/account' },
  { name: 'audit-log', path: '/studio/audit-log' },
  { name: 'not-found', path: '/studio/nothing-here' },
  { name: 'go-to', path: '/studio', act: (page) => page.keyboard.press('Control+k') },
  { name: 'filter', path: '/studio/meetups', act: press('Filter') },
  { name: 'several', path: '/studio/articles', act: (page) => page.getByRole('checkbox').nth(1).check() },
]

/** Two people have changed one field. */
const makeConflict = async (page: Page, change: () => Promise<unknown>): Promise<void> => {
  await page.getByLabel('Title', { exact: true }).fill('The title of somebody')
  await change()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
}

interface Looks {
  readonly colorScheme: (typeof THEMES)[number]
  readonly width: (typeof WIDTHS)[number]
}

const LOOKS: readonly Looks[] = THEMES.flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ colorScheme, width })),
)

const folder = resolve(process.argv[2] ?? 'node_modules/.cache/screenshots')

const take = async (page: Page, name: string, { colorScheme, width }: Looks): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(CALM_MS)
  await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) })
}

const signInPage = async (browser: Browser, url: string, looks: Looks): Promise<void> => {
  const { colorScheme, width } = looks
  const context = await browser.newContext({ colorScheme, viewport: { width, height: HEIGHT } })
  const page = await context.newPage()
  for (const [name, path] of [
    ['front-page', '/'],
    ['sign-in', '/studio'],
    ['access', '/oauth/access'],
  ] as const) {
    await page.goto(url + path)
    await take(page, name, looks)
  }
  await context.close()
}

await mkdir(folder, { recursive: true })
const service = await startTeam()
const browser = await launchChromium()
try {
  const admin = service.as('ADMIN')
  const ask = async (path: string): Promise<unknown> => (await admin.rest('GET', path)).body
  const made = await admin.rest<{ readonly id: string }>('POST', '/api/articles', {
    body: { title: 'Setting type by hand', content: TEXT, tags: ['print'], status: 'PUBLISHED' },
  })
  await admin.rest('POST', `/api/articles/${made.body.id}/comments`, { body: { content: 'I came twice.' } })
  const shots = [...OTHERS, ...(await listPages(ask))]
  for (const looks of LOOKS) {
    const { colorScheme, width } = looks
    await signInPage(browser, service.url, looks)
    const options = { colorScheme, viewport: { width, height: HEIGHT } }
    const { page, context } = await openStudio(browser, `${service.url}/studio`, { as: 'ada', options })
    for (const { name, path, act } of shots) {
      await page.goto(service.url + path)
      await page.waitForLoadState('networkidle')
      await act?.(page)
      await take(page, name, looks)
      process.stdout.write('.')
    }
    await page.goto(`${service.url}/studio/articles/${made.body.id}`)
    await makeConflict(page, () =>
      admin.rest('PATCH', `/api/articles/${made.body.id}`, { body: { title: `Changed meanwhile ${width}` } }),
    )
    await take(page, 'conflict', looks)
    await context.close()
  }
  process.stdout.write(`\nThe pictures are in ${folder}.\n`)
} finally {
  await stopTeam(browser, service)
}
