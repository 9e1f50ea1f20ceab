import { chromium, type Browser, type Page } from 'playwright-core'
import { findChromium } from '../../../../tools/chromium.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = async (): Promise<Browser> => {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    args: ARGUMENTS,
    env: { ...process.env, ...env } as Record<string, string>,
  })
}

/** Collects the errors in the console of a page, including refused requests and scripts. */
export const collectComplaints = (page: Page, levels: readonly string[] = ['error']): readonly string[] => {
  const complaints: string[] = []
  page.on('console', (message) => void (levels.includes(message.type()) && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  return complaints
}

/** A new page, with all errors of its console and all addresses that it requests. */
export const watchedPage = async (browser: Browser) => {
  const page = await browser.newPage()
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  return { page, requested, complaints: collectComplaints(page, ['error', 'warning']) }
}
