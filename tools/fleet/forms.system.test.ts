import { startService, type TestService } from '@content-service/testing'
import fc, { type GeneratorValue } from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../check/long-tests.ts'
import { generateFleetModel } from './model/fleet-model.ts'
import { launchChromium } from '../programs/launch-chromium.ts'
import { requirePrograms } from '../programs/required-programs.ts'
import { fillForm, nameMember, type ToolType } from './plan/form-values.ts'
import { openStudio, PASSWORD, stopTeam } from '../../apps/studio/tests/support/studio.ts'

requirePrograms('Chromium')

const SEED = Number(process.env['FLEET_SEED'] ?? 20_261_201)
/** Five types have all kinds of fields. */
const TYPES = countRuns({ short: 5, long: 50 })
const TIME_LIMIT_MS = countRuns({ short: 180_000, long: 1_800_000 })

type Shown = Readonly<Record<string, unknown>> & { readonly id: string }

/** The members of the body that the controls of a form name, each with its words and whether somebody can reach it. */
const readControls = (page: Page) =>
  page.locator('.written .control[data-path]:not([data-path*="."])').evaluateAll((controls) =>
    controls.map((control) => ({
      name: control.getAttribute('data-path') ?? '',
      words: control.textContent,
      isReached: control.querySelector('input, select, textarea, button, [contenteditable]') !== null,
    })),
  )

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe(`C17.9 a form knows the model alone (FLEET_SEED=${SEED})`, { timeout: TIME_LIMIT_MS }, () => {
  let service: TestService<void>
  let browser: Browser
  let page: Page
  let complaints: readonly string[]
  let types: readonly ToolType[]

  const admin = () => service.as('ADMIN')
  /** The last record of each type. */
  const records = new Map<string, string | number>()
  const findRecord = (type: string): string | number | null => records.get(type) ?? null
  const add = async (type: ToolType | undefined): Promise<Shown> => {
    if (type === undefined) throw new Error('The model lacks a type.')
    const { path, name } = type
    const { status, body } = await admin().rest<Shown>('POST', `/api/${path}`, {
      body: fillForm(type, findRecord),
    })
    expect([name, status, body]).toEqual([name, 201, expect.anything()])
    records.set(name, body.id)
    return body
  }

  beforeAll(async () => {
    const [g] = fc.sample(fc.gen(), { seed: SEED, numRuns: 1 }) as [GeneratorValue]
    service = await startService({
      content: { model: generateFleetModel(g, TYPES) },
      database: 'memory',
      seed: async ({ user }) => void (await user('ada', { role: 'ADMIN', password: PASSWORD })),
    })
    browser = await launchChromium()
    ;({ page, complaints } = await openStudio(browser, `${service.url}/studio`, { as: 'ada' }))
    const { body } = await service
      .as('ADMIN')
      .rest<{ readonly types: readonly ToolType[] }>('GET', '/api/model')
    types = body.types.filter(({ name }) => name.startsWith('Ship'))
    records.set('User', (await admin().rest<{ readonly id: number }>('GET', '/api/me')).body.id)
    for (const name of ['Category', 'Product']) await add(body.types.find((type) => type.name === name))
  }, TIME_LIMIT_MS)
  afterAll(() => stopTeam(browser, service))

  it('has a control with its label for each field that a client gives, and no other', async () => {
    expect(types).toHaveLength(TYPES)
    for (const { path, fields } of types) {
      await page.goto(`${service.url}/studio/${path}/new`)
      await button(page, 'Save').waitFor()
      const given = fields.filter(({ readOnly, kind }) => !readOnly && kind !== 'state')
      await expect
        .poll(async () => (await readControls(page)).map(({ name, isReached }) => [name, isReached]))
        .toEqual(given.map((field) => [nameMember(field), true]))
      const controls = await readControls(page)
      expect(given.filter(({ label }, place) => !controls[place]?.words?.includes(label))).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  it('creates a record of each type, and shows what people can do with it', async () => {
    for (const type of types) {
      const { path, name, revisions, trash, schedule, workflow, titleField } = type
      const { id } = await add(type)
      const changed = await admin().rest<Shown>('PATCH', `/api/${path}/${id}`, { body: { low: 1, high: 2 } })
      expect(changed.status).toBe(200)
      await page.goto(`${service.url}/studio/${path}/${id}`)
      await button(page, 'Delete').waitFor()
      expect(titleField).toBe('label')
      for (const move of type.operations) await button(page, move.label).waitFor()
      expect([name, await page.getByText('Earlier versions').count()]).toEqual([name, Number(revisions)])
      const isEarly = schedule?.from.includes(String(changed.body[workflow?.field ?? ''])) === true
      expect([name, await button(page, 'Publish later').count()]).toEqual([name, Number(isEarly)])
      await button(page, 'Delete').click()
      await page.getByRole('alertdialog').getByRole('heading').waitFor()
      expect((await page.getByRole('alertdialog').textContent())?.includes('to the trash?')).toBe(
        trash !== null,
      )
    }
    expect(complaints).toEqual([])
  })
})
