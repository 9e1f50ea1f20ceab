import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { startService, type RunningService } from '../start/start.ts'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN } from '../../tests/support/service.ts'
import { logOptions } from './log.ts'

describe('one line per request', () => {
  let folder: string
  let service: RunningService
  const lines: Record<string, unknown>[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    const settings = {
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD,
      SAMPLE_CONTENT: 'false',
    }
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    service = await startService(readSettings(settings), log)
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => void lines.splice(0))

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(service.url + path, init)
    await response.arrayBuffer()
    return response
  }
  const requestLine = async (): Promise<Record<string, unknown>> => {
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(1)
    return lines.find(({ msg }) => msg === 'request') ?? {}
  }

  it('contains the sender, the route, the status and the duration', async () => {
    const { headers } = await send('/api/users/2?fields=none', { headers: { authorization: AS_ADMIN } })
    expect(await requestLine()).toMatchObject({
      level: 30,
      requestId: headers.get('x-request-id'),
      principal: 'user 2',
      method: 'GET',
      route: '/api/users/:id',
      status: 400,
      durationMs: expect.any(Number),
    })
  })

  it('contains the GraphQL operation and its cost', async () => {
    const body = JSON.stringify({ query: 'query Named { a: articles { id } currentUser { id } }' })
    await send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await requestLine()).toMatchObject({
      principal: null,
      route: '/graphql',
      status: 200,
      operation: ['articles', 'currentUser'],
      cost: 21,
    })
  })

  it('leaves out successful probes, except at the level debug', async () => {
    await send('/healthz')
    await send('/readyz')
    await send('/api/products')
    expect((await requestLine())['route']).toBe('/api/products')
  })

  it('contains no secret, no body, no query string and no address', async () => {
    const secrets = ['csk_hidden', 'hidden-password', 'hidden-query', 'hidden-token', 'hidden-path']
    await send('/api/users/hidden-path?access_token=hidden-token&q=hidden-query')
    await send('/api/products', { headers: { 'x-api-key': 'csk_hidden' } })
    const query = 'mutation ($p: String!) { resetPassword(token: "hidden-token", password: $p) }'
    const body = JSON.stringify({ query, variables: { p: 'hidden-password' } })
    await send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await send('/oauth/token', { method: 'POST', body: new URLSearchParams({ password: 'hidden-password' }) })
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(4)
    const said = JSON.stringify(lines)
    for (const secret of [...secrets, 'hidden', '127.0.0.1']) expect(said).not.toContain(secret)
  })
})

describe('an internal error', () => {
  it(
    'is logged with the request id of the response, without values of rows',
    { timeout: 60_000 },
    async () => {
      const { url, drop } = await createMigratedDatabase()
      const settings = readSettings({
        PORT: '0',
        DATABASE_URL: url,
        JWT_SECRET: 'x'.repeat(32),
        ADMIN_EMAIL: ADMIN,
        ADMIN_PASSWORD,
      })
      const lines: Record<string, unknown>[] = []
      const sink = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const service = await startService(settings, pino(logOptions(settings), sink))
      const database = new Client({ connectionString: url })
      await database.connect()
      try {
        await database.query('alter table users add constraint unforeseen check (age < 100) not valid')
        const response = await fetch(`${service.url}/api/users`, {
          method: 'POST',
          headers: { authorization: AS_ADMIN, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'hidden', email: 'hidden@example.org', age: 120 }),
        })
        const { instance } = (await response.json()) as { readonly instance: string }
        expect(response.status).toBe(500)
        const line = lines.find(({ msg }) => msg === 'a request failed')
        expect(line).toMatchObject({
          requestId: instance,
          err: { message: expect.stringContaining('violates check constraint "unforeseen"') },
        })
        expect(JSON.stringify(lines)).not.toContain('hidden')
      } finally {
        await database.end()
        await service.stop()
        await drop()
      }
    },
  )
})
