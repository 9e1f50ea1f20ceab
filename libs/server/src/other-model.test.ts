import { toolModel as model } from '@content-service/domain/testing'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREATE_TOOLS } from '../../../tools/tools-table.ts'
import { readSettings } from './settings/read-settings.ts'
import { startService, type RunningService } from './start.ts'
import { createMigratedDatabase } from './testing/migrated-database.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from './testing/service.ts'

describe('a service with another declared type', () => {
  let service: RunningService
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(CREATE_TOOLS)
    await client.end()
    const settings = readSettings({
      PORT: '0',
      DATABASE_URL: database.url,
      JWT_SECRET,
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD,
      SAMPLE_CONTENT: 'false',
    })
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

  it('refuses what the declaration refuses', async () => {
    const { status, body } = await send('POST', '/api/tools', {
      serialNumber: '',
      copies: 0,
      shelfId: 'none',
    })
    expect([status, body.errors]).toEqual([422, expect.any(Array)])
    expect(body.errors).toHaveLength(3)
  })
})
