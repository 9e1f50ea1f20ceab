import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPolicyFile, readPolicy } from '@content-service/domain'
import { toolModel as model } from '@content-service/domain/testing'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReceiver } from '../../../../tools/programs/webhook-receiver.ts'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings, readWorkerSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'
import { startWorker } from '../../src/worker/start-worker.ts'

const log = pino({ level: 'silent' })

describe('a service with another declared type', { timeout: 60_000 }, () => {
  let service: RunningService
  let environment: Record<string, string>
  let folder: string
  let options: ServiceOptions
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    environment = { DATABASE_URL: database.url, JWT_SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' }
    options = { model, migrations: [await proposeMigration('tools', environment, { model })] }
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    service = await startService(readSettings({ ...environment, ...first }), log, options)
  })
  afterAll(async () => {
    await service.stop()
    await drop()
    await rm(folder, { recursive: true })
  })

  const run = (...args: readonly string[]) => runCommandHere(args, environment, options)
  const query = async (text: string) => {
    const client = new Client({ connectionString: environment['DATABASE_URL'] })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: AS_ADMIN, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${service.url}${path}`, init)
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
    }
  }

  it('serves the type over REST and GraphQL, and shows it in both contracts and in the audit log', async () => {
    const { body: shelf } = await send('POST', '/api/categories', { name: 'Saws' })
    const { status, body: tool } = await send('POST', '/api/tools', {
      serialNumber: 'Fretsaw',
      copies: 2,
      shelfId: shelf.id,
    })
    expect([status, tool.shelf]).toEqual([201, { id: shelf.id, name: 'Saws' }])
    const query = `{ tools(shelfId: "${shelf.id}") { serialNumber shelf { tools { copies } } } }`
    expect((await send('POST', '/graphql', { query })).body.data).toEqual({
      tools: [{ serialNumber: 'Fretsaw', shelf: { tools: [{ copies: 2 }] } }],
    })
    expect((await send('GET', '/api/openapi.json')).body.paths).toHaveProperty('/api/tools/{id}')
    expect((await send('GET', '/graphql/schema.graphql')).text).toContain('type Tool {')
    expect((await send('GET', '/metrics')).text).toContain('route="/api/tools"')
    const { body: log } = await send('GET', '/api/audit-log?limit=5')
    expect(log).toContainEqual(expect.objectContaining({ action: 'createTool', resource: 'tools' }))
  })

  it('stores the fields that a team has added to articles and comments, and imports and exports them', async () => {
    const given = {
      title: 'On type',
      content: 'Text.',
      status: 'PUBLISHED',
      subtitle: 'A history',
      isLong: true,
    }
    const { status, body: essay } = await send('POST', '/api/articles', given)
    expect([status, essay]).toEqual([201, expect.objectContaining({ subtitle: 'A history', isLong: true })])
    const remark = await send('POST', `/api/articles/${essay.id}/comments`, {
      content: 'Well.',
      mood: 'glad',
    })
    const query = `{ article(id: "${essay.id}") { subtitle comments { content mood } } }`
    expect((await send('POST', '/graphql', { query })).body.data.article).toEqual({
      subtitle: 'A history',
      comments: [{ content: 'Well.', mood: 'glad' }],
    })
    const file = join(folder, 'essays.ndjson')
    expect((await run('export', file)).code).toBe(0)
    const lines = await readFile(file, 'utf8')
    expect(lines).toContain('"subtitle":"A history"')
    await writeFile(file, lines.replace('"A history"', '"A short history"').replace('"glad"', '"sad"'))
    expect((await run('import', file)).output).toContain('2 updated')
    expect((await send('GET', `/api/articles/${essay.id}`)).body).toMatchObject({
      subtitle: 'A short history',
      version: 2,
    })
    expect((await send('GET', `/api/comments/${remark.body.id}`)).body).toMatchObject({ mood: 'sad' })
  })

  it('stores the fields that a team has added to users', async () => {
    const input =
      '{ username: "mia", email: "mia@example.org", password: "maroon kettle drifts", pronouns: "she/her" }'
    const query = `mutation { createUser(input: ${input}) { pronouns badge isSpeaker } }`
    expect((await send('POST', '/graphql', { query })).body.data.createUser).toEqual({
      pronouns: 'she/her',
      badge: null,
      isSpeaker: false,
    })
    const { status, body } = await send('PATCH', '/api/me', { pronouns: 'they/them', isSpeaker: true })
    expect([status, body.pronouns, body.isSpeaker]).toEqual([200, 'they/them', true])
    const added = await run('users', 'create', 'otto', 'otto@example.org')
    expect([added.code, added.output]).toEqual([0, expect.stringContaining('otto')])
  })

  it('streams each change of a record whose type is live', async () => {
    const { body: subject } = await send('POST', '/api/categories', { name: 'Print' })
    const given = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', subjectId: subject.id }
    const { body: workshop } = await send('POST', '/api/workshops', given)
    const query = `subscription { workshopChanged(id: "${workshop.id}") { title progress version } }`
    const stream = await openEventStream(service.url, query)
    const heard = async () => (await stream.next())?.data.data.workshopChanged
    await send('POST', `/api/workshops/${workshop.id}/open`)
    expect(await heard()).toEqual({ title: 'Type', progress: 'OPEN', version: 2 })
    await send('PATCH', `/api/workshops/${workshop.id}`, { title: 'Lead' })
    expect(await heard()).toEqual({ title: 'Lead', progress: 'OPEN', version: 3 })
    await stream.close()
  })

  it('refuses values that the declaration forbids', async () => {
    const { status, body } = await send('POST', '/api/tools', {
      serialNumber: '',
      copies: 0,
      shelfId: 'none',
    })
    expect([status, body.errors]).toEqual([422, expect.any(Array)])
    expect(body.errors).toHaveLength(3)
  })

  it('the command line imports and exports the type', async () => {
    const file = join(folder, 'tools.ndjson')
    const tool = { type: 'tool', ref: 'plane', serialNumber: 'Plane', copies: 3, shelf: 'Planes' }
    await writeFile(
      file,
      `${JSON.stringify({ type: 'category', name: 'Planes' })}\n${JSON.stringify(tool)}\n`,
    )
    const imported = await run('import', file)
    expect([imported.code, imported.output]).toEqual([0, expect.stringContaining('2 new')])
    const exported = join(folder, 'all.ndjson')
    expect((await run('export', exported)).code).toBe(0)
    const lines = (await readFile(exported, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(expect.objectContaining(tool))
    expect((await run('import', exported)).output).toContain('0 new')
  })

  it('the command line knows the rights of the type', async () => {
    expect((await run('policy', 'print')).output).toContain('tools:write')
    expect((await run('policy', 'explain', 'admin', 'tools:delete')).code).toBe(0)
  })

  it('the worker delivers the events of the type, and checks its records', async () => {
    const receiver = await openReceiver()
    const { status } = await send('POST', '/api/webhooks', { url: receiver.url, events: ['tool.created'] })
    expect(status).toBe(201)
    await query(`set session_replication_role = replica;
      insert into tools (id, serial_number, copies, shelf_id, created_at, version)
      values (gen_random_uuid(), 'Lost', 1, gen_random_uuid(), now(), 1)`)
    const found = await run('check')
    expect([found.code, found.output]).toEqual([1, expect.stringContaining('1')])
    const worker = await startWorker(readWorkerSettings(environment), log, options)
    const { body: shelf } = await send('POST', '/api/categories', { name: 'Files' })
    await send('POST', '/api/tools', { serialNumber: 'Rasp', copies: 1, shelfId: shelf.id })
    await expect
      .poll(() => receiver.received.map(({ document }) => document.type), { timeout: 20_000 })
      .toEqual(['tool.created'])
    const reports = () => query('select findings from integrity_reports')
    await expect.poll(async () => JSON.stringify(await reports()), { timeout: 20_000 }).toContain('orphans')
    await worker.stop()
    await receiver.close()
  })

  it('has the policy of the composition', async () => {
    const file = defaultPolicyFile(model)
    const rules =
      file.roles['GUEST']?.rules?.filter(({ permissions }) => !permissions.includes('tools:read')) ?? []
    const roles = { ...file.roles, GUEST: { ...file.roles['GUEST'], rules } }
    const { policy } = readPolicy(model, JSON.stringify({ ...file, roles }))
    const closed = await startService(readSettings({ ...environment, PORT: '0' }), log, {
      ...options,
      policy,
    })
    const count = async ({ url }: RunningService) =>
      ((await (await fetch(`${url}/api/tools`)).json()) as unknown[]).length
    expect(await count(service)).toBeGreaterThan(0)
    expect(await count(closed)).toBe(0)
    await closed.stop()
  })
})
