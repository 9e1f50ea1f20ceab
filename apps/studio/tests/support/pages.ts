import type { TestService } from '@content-service/testing'
import type { Page } from 'playwright-core'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [1_280, 360] as const

/** How somebody looks at a page. */
export interface Look {
  readonly colorScheme: (typeof THEMES)[number]
  readonly width: (typeof WIDTHS)[number]
}

export const LOOKS: readonly Look[] = THEMES.flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ colorScheme, width })),
)

export interface StudioPage {
  readonly name: string
  readonly path: string
  /** What somebody does on the page. */
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

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** The addresses of records that pages of several kinds show. */
interface Shown {
  readonly article: string
  /** A job that will be published. */
  readonly job: string
  /** A job in the trash. */
  readonly deleted: string
}

const listOthers = ({ article, job, deleted }: Shown): readonly StudioPage[] => [
  { name: 'home', path: '/studio' },
  { name: 'account', path: '/studio/account' },
  { name: 'audit-log', path: '/studio/audit-log' },
  { name: 'not-found', path: '/studio/nothing-here' },
  { name: 'go-to', path: '/studio', act: (page) => page.keyboard.press('Control+k') },
  { name: 'filter', path: '/studio/meetups', act: press('Filter') },
  { name: 'several', path: '/studio/articles', act: (page) => page.getByRole('checkbox').nth(1).check() },
  { name: 'deletion', path: article, act: press('Delete') },
  { name: 'comment', path: article, act: press('New: Comment') },
  { name: 'scheduled', path: job },
  { name: 'schedule', path: job, act: press('Change the time') },
  { name: 'trash', path: '/studio/jobs?deleted=true' },
  { name: 'in-trash', path: deleted },
  { name: 'erasure', path: deleted, act: press('Erase') },
]

/** Fills the service with one record of each type. */
const addRecords = async (service: TestService<void>): Promise<Shown> => {
  const create = async (path: string, body: object): Promise<string> => {
    const created = await service.as('ADMIN').rest<{ readonly id: string }>('POST', path, { body })
    return created.body.id
  }
  const articleId = await create('/api/articles', {
    title: 'Setting type by hand',
    content: TEXT,
    tags: ['print'],
    status: 'PUBLISHED',
  })
  await service.as('ADMIN').rest('PATCH', `/api/articles/${articleId}`, { body: { title: 'Type by hand' } })
  await create(`/api/articles/${articleId}/comments`, { content: 'I came twice.' })
  const categoryId = await create('/api/categories', { name: 'Printing' })
  await create('/api/products', { title: 'A type case', price: 120, stock: 3, categoryId })
  const venueId = await create('/api/venues', { name: 'The cellar' })
  const meetup = { title: 'First evening', startsAt: '2027-02-01T18:30:00Z', topicId: categoryId, venueId }
  const meetupId = await create('/api/meetups', meetup)
  await create('/api/inquiries', { name: 'Ida', email: 'ida@example.org', message: 'May I come?', meetupId })
  const job = { text: TEXT, venueId }
  const jobId = await create('/api/jobs', { ...job, title: 'Printer for the old press' })
  const publishAt = '2030-03-01T08:00:00Z'
  await service.as('ADMIN').rest('PUT', `/api/jobs/${jobId}/schedule`, { body: { publishAt } })
  const deletedId = await create('/api/jobs', { ...job, title: 'Somebody who sweeps the cellar' })
  await service.as('ADMIN').rest('DELETE', `/api/jobs/${deletedId}`)
  return {
    article: `/studio/articles/${articleId}`,
    job: `/studio/jobs/${jobId}`,
    deleted: `/studio/jobs/${deletedId}`,
  }
}

/** The types, and the first record of each, as the service lists them. */
const listTypes = async (service: TestService<void>): Promise<readonly StudioPage[]> => {
  const ask = async <Data>(path: string): Promise<Data> =>
    (await service.as('ADMIN').rest<Data>('GET', path)).body
  const { types } = await ask<{ readonly types: readonly { readonly path: string }[] }>('/api/model')
  const pages = types.map(async ({ path }) => {
    const [first] = await ask<readonly { readonly id: string | number }[]>(`/api/${path}?limit=1`)
    return [
      { name: path, path: `/studio/${path}` },
      ...(first ? [{ name: `${path}-record`, path: `/studio/${path}/${first.id}` }] : []),
      { name: `${path}-new`, path: `/studio/${path}/new` },
    ]
  })
  return (await Promise.all(pages)).flat()
}

/** Every page of the studio, with a record of each type; the last one leaves a text that is not saved. */
export const preparePages = async (service: TestService<void>): Promise<readonly StudioPage[]> => {
  const shown = await addRecords(service)
  const { article } = shown
  let changes = 0
  const conflict = async (page: Page): Promise<void> => {
    await page.getByLabel('Title', { exact: true }).fill('The title of somebody')
    const body = { title: `Changed meanwhile ${(changes += 1)}` }
    await service.as('ADMIN').rest('PATCH', article.replace('/studio', '/api'), { body })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByRole('alert').waitFor()
  }
  const compare = async (page: Page): Promise<void> => {
    await page.getByText('Earlier versions').click()
    await page
      .getByRole('button', { name: /^Version until / })
      .first()
      .click()
  }
  return [
    ...listOthers(shown),
    ...(await listTypes(service)),
    { name: 'versions', path: article, act: compare },
    { name: 'conflict', path: article, act: conflict },
  ]
}

/** After this time without a request, a page has drawn what it loaded. */
const CALM_MS = 300

/** Resolves when no request has been under way for a moment, and nothing on the page moves. */
const waitUntilCalm = async (page: Page): Promise<void> => {
  await page.waitForFunction((calm) => {
    const loaded = performance.getEntriesByType('resource').length
    const state = window as { loaded?: number; since?: number }
    if (state.loaded !== loaded) Object.assign(state, { loaded, since: performance.now() })
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running')
    return !isMoving && performance.now() - (state.since ?? 0) > calm
  }, CALM_MS)
}

/** Opens a page, and does on it what somebody does. */
export const visit = async (page: Page, url: string, { path, act }: StudioPage): Promise<void> => {
  await page.goto(url + path)
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await waitUntilCalm(page)
}
