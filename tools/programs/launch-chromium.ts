import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './chromium.ts'

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
