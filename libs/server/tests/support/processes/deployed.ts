import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
export const DEPLOY = join(ROOT, 'tools/deploy')

/** A file that operators use unchanged. */
export const readDeployed = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8')

/** The nginx configuration of operators, with the ports of nginx and of two processes. */
export const configurePorts = ([front, one, other]: readonly [number, number, number]): string =>
  readDeployed('nginx.conf')
    .replace('listen 80;', `listen 127.0.0.1:${front};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${other}`)

/** The output of a tool that checks these files. @throws if the tool is not installed, or if it finds a fault. */
export const runTool = (tool: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(tool, args, { cwd: DEPLOY, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}
