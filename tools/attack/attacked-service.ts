import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Pool } from 'pg'
import { startProgram } from '../bench/api/program.ts'
import { ADMINISTRATOR_ID, signToken, START_SETTINGS } from '../bench/api/service.ts'
import { startPostgres } from '../postgres/postgres.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Role = 'READER' | 'AUTHOR' | 'EDITOR' | 'ADMIN'

/** An account, with the headers of its requests. */
export interface Account {
  readonly id: number
  readonly headers: Readonly<Record<string, string>>
}

export interface AttackedService {
  readonly url: string
  /** The process of the service. */
  readonly pid: number
  /** The process of PostgreSQL, whose children are the backends. */
  readonly postgresPid: number
  /** A connection of the attack itself, for the content of tables. */
  readonly database: Pool
  readonly administrator: Account
  addAccount(role: Role): Promise<Account>
  /** Starts a worker process, which ends with the service at the latest. */
  startWorker(): Promise<{ stop(): Promise<void> }>
  /** Sends a GraphQL request. */
  query(account: Account | null, query: string, variables?: object): Promise<Response>
  stop(): Promise<void>
}

const signIn = (id: number): Account => ({ id, headers: { authorization: signToken(id) } })

/** No quota counts accounts that the attack needs, so that it begins at once. */
const addAccount = async (database: Pool, role: Role): Promise<Account> => {
  const name = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}`
  const { rows } = await database.query<{ id: number }>(ADD_ACCOUNT, [name, `${name}@example.org`, role])
  return signIn(rows[0]?.id ?? 0)
}

/** The account is like the administrator's, but for its names and its roles. `roles` decides, and `role` is the highest. */
const ADD_ACCOUNT = `
  insert into users select (jsonb_populate_record(users, jsonb_build_object(
    'id', nextval('user_ids'), 'username', $1::text, 'name', $1::text, 'email', $2::text, 'role', $3::text,
    'roles', jsonb_build_array($3::text)
  ))).* from users where id = ${ADMINISTRATOR_ID} returning id`

/** The arguments of Node that start a program, or a command in the folder of a project. */
const startOf = (program: 'api' | 'worker', project: string | undefined): readonly string[] => [
  '--conditions=@content-service/source',
  ...(project === undefined
    ? [join(ROOT, `apps/${program}/src/start.js`)]
    : [join(ROOT, 'apps/api/src/cli.ts'), program === 'api' ? 'serve' : 'worker']),
]

const startWorker = async (
  env: Readonly<Record<string, string>>,
  project: string | undefined,
): Promise<{ stop(): Promise<void> }> => {
  const worker = spawn(process.execPath, startOf('worker', project), {
    cwd: project,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
  const ended = once(worker, 'exit')
  await once(worker, 'spawn')
  return {
    stop: async () => {
      worker.kill('SIGTERM')
      await ended
    },
  }
}

/** How an attacked service starts. */
export interface StartOptions {
  /** Settings beside the defaults. Quotas and limits stay as shipped. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of a project whose content types the service gets. */
  readonly project?: string
  /** Modules beside attack.ts that the process of the service loads first, to measure itself. */
  readonly imports?: readonly string[]
}

/** Starts the service as `npm start` does, in production, with default limits, on a PostgreSQL of its own. */
export const startAttackedService = async ({
  settings,
  project,
  imports = [],
}: StartOptions = {}): Promise<AttackedService> => {
  await using open = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'attack-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = open.adopt(await startPostgres(), (started) => started.stop())
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, ...START_SETTINGS, ...settings }
  const program = open.adopt(
    await startProgram({
      args: [
        ...imports.map((file) => `--import=${join(import.meta.dirname, file)}`),
        ...startOf('api', project),
      ],
      ...(project !== undefined && { cwd: project }),
      env,
      cores: null,
      folder,
      readyPath: '/readyz',
    }),
    (started) => started.stop(),
  )
  const database = open.adopt(new Pool({ connectionString: postgres.url, max: 1 }), (pool) => pool.end())
  const parts = open.move()
  return {
    url: program.url,
    pid: program.pid,
    postgresPid: postgres.pid,
    database,
    administrator: signIn(ADMINISTRATOR_ID),
    addAccount: (role) => addAccount(database, role),
    startWorker: async () => parts.adopt(await startWorker(env, project), (worker) => worker.stop()),
    query: (account, query, variables = {}) =>
      fetch(`${program.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...account?.headers },
        body: JSON.stringify({ query, variables }),
      }),
    stop: () => parts.disposeAsync(),
  }
}
