import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../../../tools/postgres/postgres.ts'
import { startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN } from '../support/service.ts'
import { findDoubled, lost } from '../support/kept.ts'
import { startWriters, type Answered } from '../support/writers.ts'

const CLIENT = { OAUTH_CLIENT_ID: 'app', OAUTH_CLIENT_SECRET: 'a secret of the application, long enough' }
/** The service gives up a connection that is silent for a second longer than this. */
const STATEMENT_TIMEOUT_MS = 1_000
/** A request that waits longer than this gets no response, even on a busy machine. */
const PATIENCE_MS = 20_000

interface Absence {
  readonly begin: (postgres: Postgres) => Promise<void>
  readonly end: (postgres: Postgres) => Promise<void>
}

const ABSENCES: readonly (readonly [string, Absence])[] = [
  ['shut down', { begin: (postgres) => postgres.shutDown(), end: (postgres) => postgres.restart() }],
  ['killed by -9', { begin: (postgres) => postgres.kill(), end: (postgres) => postgres.restart() }],
  [
    'frozen, as behind a network that drops everything',
    { begin: async (postgres) => postgres.freeze(), end: async (postgres) => postgres.thaw() },
  ],
]

describe('C10.4 a PostgreSQL that goes away under load', { timeout: 60_000 }, () => {
  let postgres: Postgres
  let api: ApiProcess

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    api = await startApi({
      ...CLIENT,
      OAUTH_REDIRECT_URIS: 'https://app.example/back',
      DATABASE_URL: postgres.url,
      DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
      DATABASE_CONNECTION_TIMEOUT_MS: '2000',
    })
  }, 60_000)
  afterAll(async () => {
    await api.kill()
    postgres.thaw()
    await postgres.stop()
  })

  const ask = async (path: string, init: RequestInit = {}): Promise<Answered & { readonly text: string }> => {
    const start = performance.now()
    const response = await fetch(api.url + path, init)
    const text = await response.text()
    const milliseconds = performance.now() - start
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text, milliseconds }
  }
  const form = new URLSearchParams({
    grant_type: 'password',
    username: ADMIN,
    password: ADMIN_PASSWORD,
    client_id: CLIENT.OAUTH_CLIENT_ID,
    client_secret: CLIENT.OAUTH_CLIENT_SECRET,
  })
  /** Sends a request of each kind that uses the database. */
  const askAll = () =>
    Promise.all([
      ask('/api/articles'),
      ask('/api/me', { headers: { authorization: AS_ADMIN } }),
      ask('/api/me', {
        headers: { 'x-api-key': 'csk_00000000000000000000000000000000000000000002lTbQc' },
      }),
      ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ articles { id } }"}',
      }),
      ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ article(id: \\"01981f2e-0000-7000-8000-000000000000\\") { id } }"}',
      }),
      ask('/oauth/token', { method: 'POST', body: form }),
    ])
  /** The number of used connections, and of requests that wait for a connection. */
  const readConnections = async (): Promise<readonly (string | undefined)[]> => {
    const { text } = await ask('/metrics')
    return ['busy', 'waiting'].map(
      (state) => new RegExp(`database_pool_connections\\{state="${state}"\\} (\\d+)`).exec(text)?.[1],
    )
  }

  it.each(ABSENCES)(
    '%s: 503 with Retry-After, and then normal work without a restart',
    async (_, absence) => {
      const writers = startWriters(api.url)
      await writers.more(5)
      await absence.begin(postgres)
      for (const { status, retryAfter, text, milliseconds } of await askAll()) {
        expect([status, retryAfter, milliseconds < PATIENCE_MS], text).toEqual([503, '5', true])
        expect(text).not.toMatch(/ECONN|terminat|postgres|timeout exceeded/i)
      }
      const health = async () => [(await ask('/readyz')).status, (await ask('/healthz')).status]
      await expect.poll(health, { timeout: 10_000 }).toEqual([503, 200])
      await absence.end(postgres)
      await writers.more(5)
      await writers.finish()
      await expect.poll(health, { timeout: 10_000 }).toEqual([200, 200])
      expect(await lost(api.url, writers.acknowledged)).toEqual([])
      expect(await findDoubled(api.url)).toEqual([])
      const unlike = writers.answers.filter(
        ({ status, retryAfter, milliseconds }) =>
          milliseconds > PATIENCE_MS || (status === 503 && retryAfter !== '5'),
      )
      expect([unlike, writers.unanswered()]).toEqual([[], 0])
      // Jobs of the service, such as publishing, use a connection from time to time.
      await expect.poll(readConnections).toEqual(['0', '0'])
    },
  )
})
