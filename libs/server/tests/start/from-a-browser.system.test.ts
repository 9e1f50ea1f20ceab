import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createServer, defaultClientConditions, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../../tools/programs/launch-chromium.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { readGuideFile } from '../support/guide/guide-blocks.ts'
import { openGuide, type GuideSession } from '../support/guide/guide-session.ts'
import { ROOT } from '../support/processes/deployed.ts'

requirePrograms('npm', 'Chromium')

const PAGE = 'docs/from-a-browser.md'

/** The files that the page shows, with the URL of the service and the id of the client. */
const writeApplication = (folder: string, { url, clientId }: { url: string; clientId: string }): void => {
  const [, html = ''] = /```html\n([^]*?)```/.exec(readFileSync(join(ROOT, PAGE), 'utf8')) ?? []
  writeFileSync(join(folder, 'index.html'), html)
  const program = readGuideFile(PAGE, 'main.ts')
  writeFileSync(
    join(folder, 'main.ts'),
    program.replace('http://127.0.0.1:3000', url).replace('YOUR_CLIENT_ID', clientId),
  )
}

describe('docs/from-a-browser.md', { timeout: 120_000 }, () => {
  let session: GuideSession
  let site: ViteDevServer
  let browser: Browser
  let page: Page
  let origin: string
  const folder = mkdtempSync(join(tmpdir(), 'browser-guide-'))
  beforeAll(async () => {
    session = await openGuide(PAGE)
    const registered = await session.run('clients create')
    const [, clientId = ''] = /client_id +(\S+)/.exec(registered) ?? []
    origin = session.receiverUrl()
    await session.start('CORS_ORIGINS')
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeApplication(folder, { url: session.url(), clientId })
    site = await createServer({
      root: folder,
      logLevel: 'silent',
      cacheDir: join(folder, '.vite'),
      resolve: { conditions: ['@content-service/source', ...defaultClientConditions] },
      server: {
        host: '127.0.0.1',
        port: Number(new URL(origin).port),
        strictPort: true,
        fs: { strict: false },
      },
    })
    await site.listen()
    browser = await launchChromium()
    page = await browser.newPage()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await session?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('a visitor searches', async () => {
    await page.goto(origin)
    await page.getByLabel('Search').fill('publihsing')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('li mark').first().waitFor()
  })

  it('a person signs in, and stays signed in after a reload', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Username or email').fill('admin')
    await page.getByLabel('Password').fill(session.password())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('admin', { exact: true }).waitFor()
    expect(page.url()).toBe(`${origin}/`)
    await page.reload()
    await page.getByText('admin', { exact: true }).waitFor()
  })

  it('the person signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.locator('#who').textContent()).toBe('')
  })
})
