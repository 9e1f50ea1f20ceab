import { Client } from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

/** Settings of a database that change how PostgreSQL reads and writes values, or where it looks for tables. */
const STRANGE = {
  DateStyle: "'German, DMY'",
  TimeZone: "'Asia/Kathmandu'",
  IntervalStyle: "'sql_standard'",
  extra_float_digits: '-12',
  bytea_output: "'escape'",
  standard_conforming_strings: 'off',
  default_transaction_isolation: "'serializable'",
  search_path: 'public',
}

const run = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const nameDatabase = (url: string): string => `"${new URL(url).pathname.slice(1)}"`

const setUp = (url: string, settings: Readonly<Record<string, string>>): Promise<void> => {
  return run(
    url,
    ...Object.entries(settings).map(
      ([key, value]) => `alter database ${nameDatabase(url)} set ${key} = ${value}`,
    ),
  )
}

/** Another test gets a database that is dropped, and must not get its settings. */
const dropWhole = async ({
  url,
  drop: leave,
}: {
  readonly url: string
  drop(): Promise<void>
}): Promise<void> => {
  await run(url, `alter database ${nameDatabase(url)} reset all`, 'drop schema if exists postgres cascade')
  await leave()
}

let service: TestService | undefined
let drop: () => Promise<void> = async () => undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
  await drop()
})

const readAll = async (running: TestService) => {
  const { body: made } = await running.call('POST', '/api/articles', {
    as: AS_ADMIN,
    body: { title: 'Back\\slash and 1.1', content: 'Text', status: 'PUBLISHED' },
  })
  const product = { title: 'Bread', description: 'Rye', price: 0.1 + 0.2, stock: 1, categoryId: null }
  await running.call('POST', '/api/products', { as: AS_ADMIN, body: product })
  const article = await running.call('GET', `/api/articles/${made.id}`, { as: AS_ADMIN })
  const list = await running.call('GET', '/api/articles', { as: AS_ADMIN })
  const query =
    '{ searchAll(query: "slash") { edges { node { ... on Article { title createdAt } } } } auditLog { edges { node { at } } } }'
  const graphql = await running.call('POST', '/graphql', { as: AS_ADMIN, body: { query } })
  return { made, article, list, graphql }
}

describe('connections set what the service relies on', () => {
  it('whatever the settings of the database', { timeout: 60_000 }, async () => {
    const database = await createMigratedDatabase()
    drop = () => dropWhole(database)
    await setUp(database.url, STRANGE)
    service = await startTestService('PostgreSQL', { DATABASE_URL: database.url })
    const { made, article, list, graphql } = await readAll(service)
    expect(made.createdAt).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(made.createdAt) - Date.now())).toBeLessThan(60_000)
    expect(article.body).toEqual(made)
    expect(list.body[0]).toMatchObject({
      id: made.id,
      title: 'Back\\slash and 1.1',
      createdAt: made.createdAt,
    })
    expect(graphql.body.errors).toBeUndefined()
    expect(graphql.body.data.searchAll.edges[0].node.createdAt).toBe(made.createdAt)
  })

  it('and stay in the schema of the start', { timeout: 60_000 }, async () => {
    const database = await createMigratedDatabase()
    drop = () => dropWhole(database)
    service = await startTestService('PostgreSQL', { DATABASE_URL: database.url })
    // Later connections of this role would find an empty schema first.
    await run(database.url, 'create schema postgres', 'create table postgres.articles (id uuid)')
    await run(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const running = service
    await expect
      .poll(async () => (await running.call('GET', '/api/articles', { as: AS_ADMIN })).status, {
        timeout: 10_000,
      })
      .toBe(200)
  })

  it('or the start names the schema that is missing', async () => {
    const database = await createDatabase(inject('postgresUrl'))
    drop = () => dropWhole(database)
    await setUp(database.url, { search_path: 'nowhere' })
    await expect(startTestService('PostgreSQL', { DATABASE_URL: database.url })).rejects.toThrow(
      /Set DATABASE_SCHEMA/,
    )
  })
})

describe('connections that a pooler sets up', () => {
  it('are checked at the start, which names each wrong setting', async () => {
    const database = await createMigratedDatabase()
    drop = () => dropWhole(database)
    await setUp(database.url, { DateStyle: "'German'", extra_float_digits: '0' })
    const start = startTestService('PostgreSQL', {
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.url,
    })
    await expect(start).rejects.toThrow(
      /DateStyle is German, DMY, extra_float_digits is 0. Let them run: set DateStyle = 'ISO, MDY'; set extra_float_digits = '1'/,
    )
  })
})
