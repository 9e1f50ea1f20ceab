import type { Browser, Page } from 'playwright-core'

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
