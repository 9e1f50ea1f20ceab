import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, readWorkerSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { startWorker } from '../../src/worker/start-worker.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const Inquiry = record({
  name: 'Inquiry',
  plural: 'inquiries',
  about,
  allowed: { read: { EDITOR: 'all' }, create: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  keepFor: 1,
  fields: { code: field.line(80, { about, unique: true }), sender: field.owner({ about }) },
})
const model = contentModel([...builtInModel.types, Inquiry])
const log = pino({ level: 'silent' })

describe('C14.3 records of guests on PostgreSQL', { timeout: 60_000 }, () => {
  let service: RunningService
  let environment: Record<string, string>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    environment = { DATABASE_URL: database.url, JWT_SECRET }
    const migrations = [await proposeMigration('inquiries', environment, { model })]
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    const settings = { ...environment, ...first, GUEST_CREATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1,::1' }
    service = await startService(readSettings(settings), log, { model, migrations })
  })
  afterAll(async () => {
    await service.stop()
    await drop()
  })

  const send = (method: string, from: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/inquiries`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const execute = async (statement: string) => {
    const client = new Client({ connectionString: environment['DATABASE_URL'] })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const count = async () => {
    const response = await send('GET', '192.0.2.1', undefined, { authorization: AS_ADMIN })
    return ((await response.json()) as unknown[]).length
  }

  it('an address, and each /64 of IPv6, creates GUEST_CREATE_LIMIT an hour, also at the same time', async () => {
    const place = (from: string, code: string) => send('POST', from, { code }).then(({ status }) => status)
    const codes = ['a', 'b', 'c', 'd', 'e']
    const statuses = await Promise.all(codes.map((code, at) => place(`2001:db8:1:1::${at + 1}`, code)))
    expect(statuses.toSorted()).toEqual([201, 201, 201, 429, 429])
    expect(await place('2001:db8:1:2::1', 'f')).toBe(201)
    expect(await count()).toBe(4)
  })

  it('C14.3 only created records count: no refused input, and no conflict', async () => {
    const from = '192.0.2.7'
    const place = async (code: string) => (await send('POST', from, { code })).status
    for (let time = 0; time < 4; time += 1) expect(await place('')).toBe(422)
    expect(await place('x')).toBe(201)
    for (let time = 0; time < 4; time += 1) expect(await place('x')).toBe(409)
    expect([await place('y'), await place('z'), await place('too many')]).toEqual([201, 201, 429])
  })

  it('the worker erases them', async () => {
    expect(await count()).toBeGreaterThan(0)
    await execute(`update inquiries set guest_created_at = now() - interval '2 days' where code <> 'x'`)
    const worker = await startWorker(readWorkerSettings(environment), log, { model })
    await expect.poll(count, { timeout: 20_000 }).toBe(1)
    await worker.stop()
  })
})
