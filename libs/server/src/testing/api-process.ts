import jwt from 'jsonwebtoken'
import { killAndWait } from '../../../../tools/process-tree.ts'
import { fillDataDirectory } from './migrated-database.ts'
import { startProgram, type Ended, type RunningProgram } from './processes.ts'
import { ADMIN_PASSWORD } from './service.ts'

const JWT_SECRET = 'a secret of thirty-two bytes or more'

/** What every process of a test is started with, unless it says otherwise; many requests come from one caller. */
const SETTINGS = {
  PORT: '0',
  JWT_SECRET,
  ADMIN_PASSWORD,
  SAMPLE_CONTENT: 'false',
  RATE_LIMIT: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
}

/** The API in a process of its own, as `npm start` runs it. */
export interface ApiProcess {
  readonly url: string
  readonly program: RunningProgram
  /** kill -9; returns once it is gone. */
  kill(): Promise<void>
  /** SIGTERM; returns once it has ended. */
  stop(): Promise<Ended>
}

/** Of the first user to be made after the ghost. A token costs no hash, and must not be older than its user. */
export const bearerOfAdmin = (): string =>
  `Bearer ${jwt.sign({ sub: '2' }, JWT_SECRET, { expiresIn: '15m' })}`

/** Starts on a database that is migrated, as a second start does. @throws when it ends before it is ready. */
export const startApi = async (settings: Readonly<Record<string, string>>): Promise<ApiProcess> => {
  if (settings['DATA_DIR'] !== undefined) await fillDataDirectory(settings['DATA_DIR'])
  const program = startProgram('main.ts', [], { ...SETTINGS, ...settings })
  const [, url = ''] = await program.said(/GraphQL and GraphiQL\s+(http\S+)\/graphql/)
  return {
    url,
    program,
    kill: async () => {
      await killAndWait(program.process.pid as number)
      // Its threads may hold its files for a moment longer.
      await program.ended()
    },
    stop: () => {
      program.process.kill('SIGTERM')
      return program.ended()
    },
  }
}

/** A worker with the settings of an API. */
export const startWorkerProgram = (settings: Readonly<Record<string, string>>): RunningProgram =>
  startProgram('../../worker/src/main.ts', [], { ...SETTINGS, ...settings })
