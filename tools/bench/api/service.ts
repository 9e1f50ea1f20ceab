import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import jwt from 'jsonwebtoken'
import type { Cores } from './cores.ts'
import { type Program, startProgram } from './program.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const CONDITIONS = '--conditions=@content-service/source'
const START = join(ROOT, 'apps/api/src/start.js')
const CLI = join(ROOT, 'apps/api/src/cli.ts')
const JWT_SECRET = 'a secret of thirty-two bytes or more'
const NO_LIMIT = '1000000000'

/** Only what a start needs: quotas and limits keep their defaults. */
export const START_SETTINGS = {
  HOST: '127.0.0.1',
  JWT_SECRET,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'seven quiet harbours',
  SAMPLE_CONTENT: 'false',
}

/** As shipped, but no quota refuses a request. */
const SETTINGS = { ...START_SETTINGS, RATE_LIMIT: NO_LIMIT, RATE_LIMIT_ANONYMOUS: NO_LIMIT }

export const ADMINISTRATOR_ID = 2

export const signToken = (userId: number): string =>
  `Bearer ${jwt.sign({ sub: String(userId) }, JWT_SECRET, { expiresIn: '12h' })}`

interface ServiceOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly cores: Cores | null
  /** A data directory to begin with. */
  readonly copyOfData?: string
  /** The folder of a team, whose content types the service gets. */
  readonly project?: string
}

/** Starts the api as `npm start` does, or as `npx content-service serve` does in the folder of a team; in production. */
export const startService = async ({
  settings,
  cores,
  copyOfData,
  project,
}: ServiceOptions): Promise<Program> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  const dataDir = join(folder, 'data')
  try {
    if (copyOfData !== undefined) cpSync(copyOfData, dataDir, { recursive: true })
    const program = await startProgram({
      args: [CONDITIONS, ...(project === undefined ? [START] : [CLI, 'serve'])],
      ...(project !== undefined && { cwd: project }),
      env: { DATA_DIR: dataDir, ...SETTINGS, ...settings },
      cores,
      folder,
      readyPath: '/readyz',
    })
    const stop = async (): Promise<void> => {
      await program.stop()
      removeFolder()
    }
    return { ...program, stop }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** Runs a command of operators. @throws if it fails. */
export const runCommand = (args: readonly string[], settings: Readonly<Record<string, string>>): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CONDITIONS, CLI, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...SETTINGS, ...settings },
  })
  if (status !== 0) throw new Error(`content-service ${args.join(' ')} failed:\n${stdout}${stderr}`)
}
