import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startProgram, type RunningProgram } from '../support/processes/processes.ts'
import { startTestService, type TestService } from '../support/service.ts'

requirePrograms('Redis')

const QUOTA = 50

interface Tally {
  readonly [status: number]: number
}

const tally = (statuses: readonly number[]): Tally =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]),
  )

const statusAt = async (url: string, from: string): Promise<number> => {
  const response = await fetch(`${url}/api/products`, { headers: { 'x-forwarded-for': from } })
  await response.arrayBuffer()
  return response.status
}

describe('C9.2 two processes on one Redis', { timeout: 180_000 }, () => {
  let redis: Redis
  let programs: RunningProgram[]
  let urls: string[]
  let drop: () => Promise<void>

  const start = async (settings: Readonly<Record<string, string>>): Promise<string> => {
    const program = startProgram('start.js', [], settings)
    programs.push(program)
    const [, url = ''] = await program.said(/REST\s+(http:\/\/\S+)\/api\/docs/)
    return url
  }

  beforeEach(async () => {
    redis = await startRedis()
    const database = await createMigratedDatabase()
    drop = database.drop
    const settings = {
      PORT: '0',
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      REDIS_URL: redis.url,
      RATE_LIMIT_ANONYMOUS: String(QUOTA),
      SAMPLE_CONTENT: 'false',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'tangled otter velvet 9',
      TRUST_PROXY: '127.0.0.1',
    }
    programs = []
    urls = [await start(settings), await start(settings)]
  }, 180_000)
  afterEach(async () => {
    for (const { process } of programs) process.kill('SIGTERM')
    for (const program of programs) await program.ended()
    await redis.stop()
    await drop()
  }, 30_000)

  const flood = async (times: number, from: string): Promise<Tally> =>
    tally(await Promise.all(urls.flatMap((url) => Array.from({ length: times }, () => statusAt(url, from)))))

  it('admit exactly the quota together, at any number of concurrent requests', async () => {
    expect(await flood(100, '192.0.2.1')).toEqual({ 200: QUOTA, 429: 200 - QUOTA })
    expect(await flood(5, '192.0.2.2')).toEqual({ 200: 10 })
  })

  it('each admit the quota while Redis is away, report it, and count together again when Redis is back', async () => {
    await redis.kill()
    expect(await flood(100, '192.0.2.1')).toEqual({ 200: 2 * QUOTA, 429: 200 - 2 * QUOTA })
    for (const program of programs) await program.said(/REDIS_URL does not respond/)
    await redis.restart()
    let address = 0
    const floodBoth = async (): Promise<Tally> => flood(30, `198.51.100.${(address += 1)}`)
    await expect.poll(floodBoth, { timeout: 20_000, interval: 500 }).toEqual({ 200: QUOTA, 429: 60 - QUOTA })
  })
})

describe('C9.1 a burst', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { RATE_LIMIT_ANONYMOUS: '120' })
  }, 180_000)
  afterAll(() => service.stop())

  it('of 10,000 requests causes no failure, and 120 requests succeed', { timeout: 180_000 }, async () => {
    const statuses: number[] = []
    const sender = async (): Promise<void> => {
      while (statuses.length < 10_000) {
        const index = statuses.push(0) - 1
        statuses[index] = await statusAt(service.url, '')
      }
    }
    await Promise.all(Array.from({ length: 100 }, sender))
    expect(tally(statuses)).toEqual({ 200: 120, 429: 9_880 })
  })
})
