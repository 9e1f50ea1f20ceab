import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CURL = fileURLToPath(new URL('./curl.ts', import.meta.url))

/**
 * Adds a command `curl` to the folder, and returns an environment in which a shell finds it. The statuses of its
 * requests are lines of the file that CURL_STATUSES names.
 */
export const installCurl = (folder: string): { readonly PATH: string; readonly CURL_STATUSES: string } => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const command = `#!/bin/sh\nexec "${process.execPath}" --disable-warning=ExperimentalWarning "${CURL}" "$@"\n`
  writeFileSync(join(bin, 'curl'), command, { mode: 0o755 })
  const statuses = join(folder, 'statuses')
  writeFileSync(statuses, '')
  return { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), CURL_STATUSES: statuses }
}
