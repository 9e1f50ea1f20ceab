import type { TestService } from '@content-service/testing'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { openStudio, startTeam, stopTeam, type Desk } from './studio.ts'

/** What all tests of a file share. */
export interface Studio {
  /** The service of examples/team, from the first test on. */
  readonly service: TestService<void>
  readonly browser: Browser
  /** The desks of the running test. */
  readonly desks: readonly Desk[]
  /** Opens a page of the studio in a browser context of its own, which closes after the test. */
  readonly open: (path: string, as: Parameters<typeof openStudio>[2]) => Promise<Desk>
}

/** Starts a service and a browser before the tests of a file, and stops them afterwards. */
export const prepareStudio = (): Studio => {
  let [service, browser]: [TestService<void> | undefined, Browser | undefined] = [undefined, undefined]
  const desks: Desk[] = []
  const started = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The studio starts with the first test.')
    return part
  }
  beforeAll(async () => {
    service = await startTeam()
    browser = await launchChromium()
  }, 120_000)
  afterEach(() => Promise.all(desks.splice(0).map(({ context }) => context.close())))
  afterAll(() => stopTeam(browser, service))
  return {
    get service() {
      return started(service)
    },
    get browser() {
      return started(browser)
    },
    desks,
    open: async (path, as) => {
      const desk = await openStudio(started(browser), started(service).url + path, as)
      desks.push(desk)
      return desk
    },
  }
}
