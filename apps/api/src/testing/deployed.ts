import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const DEPLOY = join(ROOT, 'tools/deploy')

/** A file that operators take as it is. */
export const deployed = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8')

/** What a tool says of such files. @throws when it is not installed, or does not end well. */
export const examined = (tool: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(tool, args, { cwd: DEPLOY, encoding: 'utf8' })
  if (error) throw new Error(`${tool} has to be installed for this test: ${error.message}`)
  if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}
