import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { countRuns } from '../../../tools/check/long-tests.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { PEOPLE, type PersonName } from './support/studio.ts'

const STEPS = 25
/** A person looks at a page before the next step. */
const PAUSE_MS = 100
const WALKS = countRuns({ short: 1, long: 100 })
const SIGN_OUT = /Sign out|^End$/

requirePrograms('Chromium')

const studio = prepareStudio()

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A walk takes nobody the account with which the next one signs in. */
const OF_ACCOUNTS = /^(?:Delete|Save)$/

/** What a person could do next: press what is shown, and write into a field. */
const findTargets = async (page: Page): Promise<readonly Locator[]> => {
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
  const inside = (await dialog.count()) > 0 ? dialog : page.locator('body')
  const all = await inside
    .locator(
      'a:visible, button:visible:enabled, input:visible, textarea:visible, [contenteditable=true]:visible',
    )
    .all()
  const texts = await Promise.all(all.map((each) => each.textContent()))
  const isWithAccounts = new URL(page.url()).pathname.startsWith('/studio/users')
  return all.filter((_, place) => {
    const text = texts[place] ?? ''
    return !SIGN_OUT.test(text) && !(isWithAccounts && OF_ACCOUNTS.test(text))
  })
}

const act = async (page: Page, random: () => number): Promise<void> => {
  const targets = await findTargets(page)
  const target = targets[Math.floor(random() * targets.length)]
  if (target === undefined) return
  const kind = await target.evaluate((element) => `${element.tagName} ${element.getAttribute('type') ?? ''}`)
  const isText = /^(?:TEXTAREA |DIV |INPUT (?:text|search|email|url|)$)/.test(kind)
  const key = random()
  if (isText) await target.fill(`Words ${Math.floor(key * 1_000)}`, { timeout: 2_000 })
  else await target.click({ timeout: 2_000 })
  if (key < 0.15) await page.keyboard.press('Escape')
  if (key > 0.9) await page.keyboard.press('Control+k')
}

/** A target can go away before it is pressed, another one can stand at its place then, and a dialog can cover it. */
const tryToAct = (page: Page, random: () => number): Promise<void> =>
  act(page, random).catch((error: unknown) => {
    if (!(error instanceof Error) || !/Timeout|detached|not attached|not an <input>/i.test(error.message))
      throw error
  })

const walk = async (as: PersonName, seed: number): Promise<readonly string[]> => {
  const { page, context } = await studio.open(`/studio`, { as })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught|React/.test(message.text())) faults.push(message.text())
  })
  page.on('response', (response) => {
    // The service may refuse a wrong value. It refuses no action that the studio offers, and it never fails.
    if (response.status() === 403 || response.status() >= 500)
      faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('dialog', (dialog) => void dialog.accept())
  const random = createRandom(seed)
  for (let step = 0; step < STEPS; step += 1) {
    await tryToAct(page, random)
    await page.waitForTimeout(PAUSE_MS)
  }
  const isEmpty = (await page.locator('#studio').innerText()).trim() === ''
  await context.close()
  return isEmpty ? [...faults, 'the page is empty'] : faults
}

describe('C20 random walks through the studio', { timeout: 60_000 * WALKS }, () => {
  it.each(Object.keys(PEOPLE) as readonly PersonName[])('find no fault as %s', async (as) => {
    for (let number = 1; number <= WALKS; number += 1) {
      const seed = number * 7 + as.length
      expect([seed, await walk(as, seed)]).toEqual([seed, []])
    }
  })
})
