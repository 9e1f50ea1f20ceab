import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../../tools/postgres.ts'
import { readSettings } from './config.ts'
import { startService, type RunningService } from './start.ts'
import { basic } from './testing/service.ts'

const PASSWORD = 'tangled otter velvet 9'

let postgres: Postgres
let service: RunningService

beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
  const settings = {
    PORT: '0',
    DATABASE_URL: postgres.url,
    JWT_SECRET: 'x'.repeat(32),
    ADMIN_PASSWORD: PASSWORD,
  }
  service = await startService(readSettings(settings), pino({ level: 'silent' }))
}, 60_000)
afterAll(async () => {
  await service.stop()
  await postgres.stop()
})

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(service.url + path, init)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, never>,
  }
}
const query = () =>
  ask('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ articles { id } }"}',
  })
const users = () => ask('/api/users', { headers: { authorization: basic('admin', PASSWORD) } })

it(
  'C10.4 a database that goes away gives 503s, and the service comes back by itself',
  { timeout: 60_000 },
  async () => {
    expect([(await query()).status, (await users()).status]).toEqual([200, 200])
    await postgres.kill()
    for (const answer of [await query(), await users(), await ask('/api/articles')]) {
      expect([answer.status, answer.retryAfter]).toEqual([503, '5'])
      expect(JSON.stringify(answer.body)).toContain('UNAVAILABLE')
      expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|terminat|postgres/)
    }
    await postgres.restart()
    await expect
      .poll(async () => [(await query()).status, (await users()).status], { timeout: 20_000 })
      .toEqual([200, 200])
  },
)
