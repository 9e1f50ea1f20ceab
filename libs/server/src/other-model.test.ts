import { builtInModel, Category, contentModel, field, record } from '@content-service/domain'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { startService, type RunningService } from './start.ts'
import { createMigratedDatabase } from './testing/migrated-database.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from './testing/service.ts'

const Tool = record({
  name: 'Tool',
  plural: 'tools',
  about: 'A tool that can be lent.',
  permissions: { read: 'products:read', write: 'products:write' },
  fields: {
    label: field.line(80, { about: 'The label.' }),
    copies: field.integer(1, 20, { about: 'The number of copies.' }),
    shelf: field.one(Category, { about: 'The shelf of the tool.', inverse: 'tools' }),
  },
})

/** What the migration of a team would do. */
const CREATE = `create table tools (
    id uuid primary key, label text not null, copies integer not null,
    shelf_id uuid not null constraint tools_shelf_id_fkey references categories,
    created_at timestamptz(3) not null, updated_at timestamptz(3), ref text, version integer not null
  )`

describe('a service with another declared type', () => {
  let service: RunningService
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(CREATE)
    await client.end()
    const settings = readSettings({
      PORT: '0',
      DATABASE_URL: database.url,
      JWT_SECRET,
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD,
      SAMPLE_CONTENT: 'false',
    })
    const model = contentModel([...builtInModel.types, Tool])
    service = await startService(settings, pino({ level: 'silent' }), { model })
  })
  afterAll(async () => {
    await service.stop()
    await drop()
  })

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

  it('serves the type over REST and GraphQL, and tells of it in both contracts and in the audit log', async () => {
    const { body: shelf } = await send('POST', '/api/categories', { name: 'Saws' })
    const { status, body: tool } = await send('POST', '/api/tools', {
      label: 'Fretsaw',
      copies: 2,
      shelfId: shelf.id,
    })
    expect([status, tool.shelf]).toEqual([201, { id: shelf.id, name: 'Saws' }])
    const query = `{ tools(shelfId: "${shelf.id}") { label shelf { tools { copies } } } }`
    expect((await send('POST', '/graphql', { query })).body.data).toEqual({
      tools: [{ label: 'Fretsaw', shelf: { tools: [{ copies: 2 }] } }],
    })
    expect((await send('GET', '/api/openapi.json')).body.paths).toHaveProperty('/api/tools/{id}')
    expect((await send('GET', '/graphql/schema.graphql')).text).toContain('type Tool {')
    expect((await send('GET', '/metrics')).text).toContain('route="/api/tools"')
    const { body: log } = await send('GET', '/api/audit-log?limit=5')
    expect(log).toContainEqual(expect.objectContaining({ action: 'createTool', resource: 'tools' }))
  })

  it('refuses what the declaration refuses', async () => {
    const { status, body } = await send('POST', '/api/tools', { label: '', copies: 0, shelfId: 'none' })
    expect([status, body.errors]).toEqual([422, expect.any(Array)])
    expect(body.errors).toHaveLength(3)
  })
})
