import type { ContentModel } from '@content-service/domain'
import { Client } from 'pg'
import { pino } from 'pino'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { createMigratedDatabase } from './processes/migrated-database.ts'
import { proposeMigration } from './processes/proposed-migration.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from './service.ts'

export interface Sent {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of any shape, which the test compares
  readonly body: any
}

/** A service with a model on PostgreSQL. The command `types migration` has proposed its tables. */
export interface ModelService {
  readonly environment: Readonly<Record<string, string>>
  readonly url: string
  readonly send: (method: string, path: string, body?: unknown, as?: string | null) => Promise<Sent>
  /** The body of the response to a GraphQL request. */
  readonly ask: (query: string, variables?: object, as?: string | null) => Promise<Sent['body']>
  /** Runs a statement in the database, beside the service. */
  readonly query: (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly stop: () => Promise<void>
}

export const startModel = async (name: string, model: ContentModel): Promise<ModelService> => {
  const database = await createMigratedDatabase()
  const environment = { DATABASE_URL: database.url, JWT_SECRET }
  const migrations = [await proposeMigration(name, environment, { model })]
  const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
  const settings = readSettings({ ...environment, ...first })
  const service = await startService(settings, pino({ level: 'silent' }), { model, migrations })
  const send: ModelService['send'] = async (method, path, body, as = AS_ADMIN) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    environment,
    url: service.url,
    send,
    ask: async (query, variables, as = AS_ADMIN) =>
      (await send('POST', '/graphql', { query, variables }, as)).body,
    query: async (statement) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      return (await client.query(statement).finally(() => client.end())).rows
    },
    stop: async () => {
      await service.stop()
      await database.drop()
    },
  }
}
