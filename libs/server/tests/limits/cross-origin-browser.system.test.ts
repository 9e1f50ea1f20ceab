import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

requirePrograms('Chromium')

describe('C10.2 CORS_ORIGINS in Chromium', { timeout: 60_000 }, () => {
  let service: TestService
  let browser: Browser
  const sites: Server[] = []

  /** A site with an empty page. */
  const aSite = async (): Promise<string> => {
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<p>'),
    )
    sites.push(site)
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  }
  const openPage = async (site: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(site)
    return page
  }
  /** The part of a response that a script of a page can read, for a request with a preflight. */
  const readFromPage = (page: Page) =>
    page.evaluate(
      async ([url, authorization]) => {
        try {
          const response = await fetch(`${url}/api/articles`, {
            method: 'POST',
            headers: {
              authorization,
              'content-type': 'application/json',
              'idempotency-key': crypto.randomUUID(),
            },
            body: JSON.stringify({ title: 'From elsewhere', content: 'Text' }),
          })
          const { title } = (await response.json()) as { readonly title: string }
          const header = (name: string) => response.headers.get(name) !== null
          return { title, shown: ['etag', 'location', 'x-request-id', 'ratelimit', 'server'].filter(header) }
        } catch (error) {
          return String(error)
        }
      },
      [service.url, AS_ADMIN] as const,
    )

  let [listed, other] = ['', '']
  beforeAll(async () => {
    ;[listed, other] = [await aSite(), await aSite()]
    service = await startTestService('PostgreSQL', { CORS_ORIGINS: listed })
    browser = await launchChromium()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    for (const site of sites) site.close()
  })

  it('lets a page of a listed origin write, and read the response with its headers', async () => {
    expect(await readFromPage(await openPage(listed))).toEqual({
      title: 'From elsewhere',
      shown: ['etag', 'location', 'x-request-id', 'ratelimit'],
    })
  })

  it('keeps a page of another origin from sending a write', async () => {
    const count = async () =>
      (await service.call('GET', '/api/articles?status=DRAFT')).headers.get('x-total-count')
    const before = await count()
    expect(await readFromPage(await openPage(other))).toBe('TypeError: Failed to fetch')
    expect(await count()).toBe(before)
  })
})
