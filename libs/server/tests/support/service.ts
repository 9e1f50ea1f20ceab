import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { pino } from 'pino'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { checkAnswer } from './as-documented.ts'
import { IS_MOUNTED, startMounted } from './mounted.ts'
import { createMigratedDatabase, fillDataDirectory } from './processes/migrated-database.ts'

export const ADMIN = 'admin@example.org'
export const ADMIN_PASSWORD = 'tangled otter velvet 9'

/** The secret that signs the tokens of a test service, unless its settings name another secret. */
export const JWT_SECRET = 'a secret of thirty-two bytes or more'

/** The two kinds of database that the service runs on. */
export const DATABASES = ['PGlite', 'PostgreSQL'] as const
export type DatabaseKind = (typeof DATABASES)[number]

/**
 * For tests of code above the stores, which have one contract for both databases: the tests run on PostgreSQL, and in
 * their long form also on the embedded database, which takes two seconds to start.
 */
export const SAMPLED_DATABASES: readonly DatabaseKind[] = DATABASES.slice(countRuns({ short: 1, long: 0 }))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any JSON
  readonly body: any
}

interface Call {
  readonly as?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestService {
  readonly url: string
  /** The address of the PostgreSQL database; undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  /**
   * Sends a document to POST /graphql. `as` is an authorization header: that of ADMIN by default, and none for null.
   */
  graphql(query: string, variables?: object, as?: string | null): Promise<Answer>
  /** Sends a REST request. Every response under /api must follow the OpenAPI document. */
  call(method: string, path: string, call?: Call): Promise<Answer>
  stop(): Promise<void>
}

export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
export const AS_ADMIN = basic(ADMIN, ADMIN_PASSWORD)

export interface TestDatabase {
  /** The settings of a service on this database. */
  readonly environment: Readonly<Record<string, string>>
  /** The address of the PostgreSQL database; undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  remove(): Promise<void>
}

/** A database that outlives its services, until the test removes it. */
export const aDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  if (kind === 'PostgreSQL') {
    const { url, drop } = await createMigratedDatabase()
    const environment = { DATABASE_URL: url, JWT_SECRET }
    return { environment, databaseUrl: url, remove: drop }
  }
  const folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  await fillDataDirectory(folder)
  const remove = () => rm(folder, { recursive: true, force: true })
  return { environment: { DATA_DIR: folder }, databaseUrl: undefined, remove }
}

/** The database of the settings, which stays when the service stops; by default a new database. */
const openTestDatabase = async (
  kind: DatabaseKind,
  settings: Readonly<Record<string, string>>,
): Promise<TestDatabase> => {
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder } = settings
  const named = { environment: {}, databaseUrl, remove: async () => undefined }
  if (kind === 'PostgreSQL') return databaseUrl === undefined ? aDatabase(kind) : named
  if (folder === undefined) return aDatabase(kind)
  await fillDataDirectory(folder)
  return named
}

const parseJsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The administrator is the first user after the ghost. */
export const ADMIN_ID = '2'

/**
 * The default credential of the administrator: a token, because each password takes 50 ms to hash. In a test with other
 * token settings, it is the password.
 */
const adminCredential = (settings: Readonly<Record<string, string>>): (() => string) => {
  const { JWT_SECRET: secret = JWT_SECRET, ...others } = settings
  if (secret === '' || Object.keys(others).some((name) => name.startsWith('JWT_'))) return () => AS_ADMIN
  return () => `Bearer ${jwt.sign({ sub: ADMIN_ID }, secret, { expiresIn: '15m' })}`
}

/** Starts the whole service on a free port, with an administrator and no content unless `settings` say so. */
export const startTestService = async (
  kind: DatabaseKind = 'PostgreSQL',
  settings: Readonly<Record<string, string>> = {},
  options: ServiceOptions = {},
): Promise<TestService> => {
  const admin = adminCredential(settings)
  const { environment, databaseUrl, remove } = await openTestDatabase(kind, settings)
  const fixed = {
    PORT: '0',
    JWT_SECRET,
    LOG_LEVEL: 'silent',
    SAMPLE_CONTENT: 'false',
    // One caller sends many requests in a test.
    RATE_LIMIT: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD,
  }
  const start = IS_MOUNTED ? startMounted : startService
  const running = await start(
    readSettings({ ...fixed, ...environment, ...settings }),
    pino({ level: 'silent' }),
    options,
  )
  const call = async (
    method: string,
    path: string,
    { as, body, headers = {} }: Call = {},
  ): Promise<Answer> => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const credential: Record<string, string> = as === null ? {} : { authorization: as ?? admin() }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(running.url + path, {
      method,
      ...(sent !== undefined && { body: sent }),
      headers: { ...type, ...credential, ...headers },
    })
    const text = await response.text()
    checkAnswer({ method, path, body: sent }, response, text)
    return { status: response.status, headers: response.headers, body: parseJsonOrText(text) }
  }
  return {
    url: running.url,
    databaseUrl,
    call,
    graphql: (query, variables = {}, as) =>
      call('POST', '/graphql', {
        as: as as string | null,
        body: { query, variables },
        headers: { accept: 'application/graphql-response+json' },
      }),
    stop: async () => {
      await running.stop()
      await remove()
    },
  }
}
