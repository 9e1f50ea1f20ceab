import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const DEPLOY = join(ROOT, 'tools/deploy')

/** A file that operators use unchanged. */
export const readDeployed = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8')

/** The output of a tool that checks these files. @throws if the tool is not installed, or if it finds a fault. */
export const runTool = (tool: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(tool, args, { cwd: DEPLOY, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}
