import jwt from 'jsonwebtoken'
import { killAndWait } from '../../../../../tools/programs/process-tree.ts'
import { ADMIN_PASSWORD } from '../service.ts'
import { fillDataDirectory } from './migrated-database.ts'
import { startProgram, type Ended, type RunningProgram } from './processes.ts'

const JWT_SECRET = 'a secret of thirty-two bytes or more'

/** The default settings of every process of a test. One caller sends many requests. */
const SETTINGS = {
  PORT: '0',
  JWT_SECRET,
  ADMIN_PASSWORD,
  SAMPLE_CONTENT: 'false',
  RATE_LIMIT: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
}

/** The API in a separate process, started like `npm start`. */
export interface ApiProcess {
  readonly url: string
  readonly program: RunningProgram
  /** Sends kill -9, and returns after the end of the process. */
  kill(): Promise<void>
  /** Sends SIGINT, which waits for no idle connection, and returns after the end of the process. */
  stop(signal?: 'SIGTERM'): Promise<Ended>
}

/**
 * A token of the administrator, the first user after the ghost. A token needs no hash, and must not be older than its
 * user.
 */
export const bearerOfAdmin = (): string =>
  `Bearer ${jwt.sign({ sub: '2' }, JWT_SECRET, { expiresIn: '15m' })}`

/**
 * Starts the API on a migrated database, like a second start; another release of it by the URL of its program. @throws if the process
 * ends before it is ready.
 */
export const startApi = async (
  settings: Readonly<Record<string, string>>,
  released = 'start.js',
): Promise<ApiProcess> => {
  if (settings['DATA_DIR'] !== undefined) await fillDataDirectory(settings['DATA_DIR'])
  const program = startProgram(released, [], { ...SETTINGS, ...settings })
  const [, url = ''] = await program.said(/GraphQL and GraphiQL\s+(http\S+)\/graphql/)
  return {
    url,
    program,
    kill: async () => {
      await killAndWait(program.process.pid as number)
      // The threads of the process may use its files for a moment longer.
      await program.ended()
    },
    stop: (signal?: 'SIGTERM') => {
      program.process.kill(signal ?? 'SIGINT')
      return program.ended()
    },
  }
}

/** A worker with the settings of an API. */
export const startWorkerProgram = (settings: Readonly<Record<string, string>>): RunningProgram =>
  startProgram('../../worker/src/start.js', [], { ...SETTINGS, ...settings })
