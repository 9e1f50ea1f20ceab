import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { readSettings, readWorkerSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'
import { startWorker } from '../../src/worker/start-worker.ts'

const log = pino({ level: 'silent' })

describe('DATABASE_SCHEMA: beside the tables of another program', { timeout: 60_000 }, () => {
  let service: RunningService
  let client: Client
  let environment: Record<string, string>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'))
    drop = database.drop
    client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(`create table users (name text); insert into users values ('of another program');
      create table migrations (id integer); create table articles (id integer)`)
    environment = { DATABASE_URL: database.url, DATABASE_SCHEMA: 'content', JWT_SECRET }
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD }
    service = await startService(readSettings({ ...environment, ...first }), log)
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await client.end()
    await drop()
  })

  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: AS_ADMIN, 'content-type': 'application/json' }
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      body: (await response.json()) as { id: string }[] & { id: string; status: string },
    }
  }

  it('the service creates its schema, and leaves the other tables unchanged', async () => {
    const { rows } = await client.query(`select table_schema as schema, count(*)::integer as count
      from information_schema.tables where table_schema in ('public', 'content') group by 1 order by 1`)
    expect(rows).toEqual([
      { schema: 'content', count: expect.toSatisfy((count) => count > 25) },
      { schema: 'public', count: 3 },
    ])
    expect((await client.query('select * from public.users')).rows).toEqual([{ name: 'of another program' }])
  })

  it('npx content-service types compares the tables of this schema', async () => {
    const { code, output } = await runCommandHere(['types', 'check'], environment)
    expect([code, output]).toEqual([0, 'The tables agree with the content types.\n'])
  })

  it('the service writes, reads and finds content in this schema', async () => {
    const { status, body } = await send('POST', '/api/articles', {
      title: 'Zyzzyva',
      content: 'A weevil.',
      status: 'PUBLISHED',
    })
    expect(status).toBe(201)
    expect((await send('GET', `/api/articles/${body.id}`)).status).toBe(200)
    expect(JSON.stringify((await send('GET', '/api/search?query=zyzzyvas')).body)).toContain(body.id)
    expect(
      (await client.query('select title from content.articles where id = $1', [body.id])).rows,
    ).toHaveLength(1)
  })

  it('the worker uses this schema', async () => {
    const { body } = await send('POST', '/api/articles', {
      title: 'Later',
      content: 'Text.',
      status: 'REVIEW',
    })
    await send('PUT', `/api/articles/${body.id}/schedule`, {
      publishAt: new Date(Date.now() + 1_000).toISOString(),
    })
    const worker = await startWorker(readWorkerSettings(environment), log)
    const status = async () => (await send('GET', `/api/articles/${body.id}`)).body.status
    await expect.poll(status, { timeout: 20_000 }).toBe('PUBLISHED')
    await worker.stop()
  })

  it('a second start has no pending migrations', async () => {
    const again = await startService(readSettings({ ...environment, PORT: '0' }), log)
    expect(again.firstAdministrator).toBeNull()
    await again.stop()
  })
})
