import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cores } from './cores.ts'
import {
  GRAPHQL_DIALECT,
  LIMIT_DIALECT,
  POSTGRAPHILE_DIALECT,
  REST_DIALECT,
  SERVICE_DIALECT,
  type Dialect,
} from './dialects.ts'
import { peers } from './peers.ts'
import { type Program, startProgram } from './program.ts'
import { startService } from './service.ts'
import { TEAM } from './team/project.ts'

export interface Infrastructure {
  readonly databaseUrl: string
  readonly cores: Cores | null
  /** Prepares the data set as a data directory of the embedded database. */
  embedded(): Promise<string>
}

export interface Contestant {
  readonly title: string
  readonly dialect: Dialect
  /** Whether the benchmark has to install packages for it. */
  readonly isPeer: boolean
  /** The number of its processes, if it has several. */
  readonly processes?: number
  start(infrastructure: Infrastructure): Promise<Program>
}

/** Starts a server that is a single file. */
const startFile =
  (file: string) =>
  async ({ databaseUrl, cores }: Infrastructure): Promise<Program> => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-server-'))
    const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
    try {
      const env = { DATABASE_URL: databaseUrl }
      const program = await startProgram({ args: [file], env, cores, folder, readyPath: '/' })
      return { ...program, stop: () => program.stop().finally(removeFolder) }
    } catch (error) {
      removeFolder()
      throw error
    }
  }

const peer = (name: string, title: string, dialect: Dialect): Contestant => ({
  title,
  dialect,
  isPeer: true,
  start: startFile(join(peers.folder, name)),
})

const service = (title: string, start: Contestant['start']): Contestant => ({
  title,
  dialect: SERVICE_DIALECT,
  isPeer: false,
  start,
})

const startWith =
  (settings: Readonly<Record<string, string>>): Contestant['start'] =>
  ({ databaseUrl, cores }) =>
    startService({ settings: { DATABASE_URL: databaseUrl, ...settings }, cores })

const startEmbedded: Contestant['start'] = async ({ cores, embedded }) =>
  startService({ settings: {}, cores, copyOfData: await embedded() })

export const CONTESTANTS = {
  limit: {
    title: 'limit: node:http + pg',
    dialect: LIMIT_DIALECT,
    isPeer: false,
    start: startFile(join(import.meta.dirname, 'limit-server.ts')),
  },
  mercurius: peer('mercurius.js', `mercurius ${peers.versionOf('mercurius')}, jit`, GRAPHQL_DIALECT),
  postgraphile: peer(
    'postgraphile.js',
    `PostGraphile ${peers.versionOf('postgraphile')}`,
    POSTGRAPHILE_DIALECT,
  ),
  express: peer('express.js', `express + graphql-http ${peers.versionOf('graphql-http')}`, REST_DIALECT),
  ours: service('content-service', startWith({})),
  'ours-quiet': service('content-service, LOG_LEVEL=error', startWith({ LOG_LEVEL: 'error' })),
  'ours-two': {
    ...service('content-service, two processes', startWith({ WEB_CONCURRENCY: '2' })),
    processes: 2,
  },
  'ours-team': service('content-service, with types of a team', ({ databaseUrl, cores }) =>
    startService({ settings: { DATABASE_URL: databaseUrl }, cores, project: TEAM }),
  ),
  'ours-embedded': service('content-service, PGlite', startEmbedded),
} as const satisfies Readonly<Record<string, Contestant>>

export type ContestantName = keyof typeof CONTESTANTS
// Object.keys gives the keys of the object above.
export const CONTESTANT_NAMES = Object.keys(CONTESTANTS) as readonly ContestantName[]
