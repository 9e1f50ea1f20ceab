import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { ADMIN_PASSWORD, basic, startTestService, type TestService } from '../support/service.ts'

requirePrograms('Redis')

describe('C9.2 REDIS_URL', () => {
  let redis: Redis
  let both: readonly TestService[] = []
  beforeEach(async () => {
    redis = await startRedis()
    const shared = { REDIS_URL: redis.url }
    both = [await startTestService('PostgreSQL', shared), await startTestService('PostgreSQL', shared)]
  }, 30_000)
  afterEach(async () => {
    for (const each of both) await each.stop()
    await redis.stop()
  })

  it('lets two services count together, and each service alone while Redis is away', async () => {
    const statuses = (as: string) =>
      Promise.all(both.map(async (each) => (await each.call('GET', '/api/users', { as })).status))
    for (let round = 0; round < 5; round += 1)
      expect(await statuses(basic('admin', 'wrong'))).toEqual([401, 401])
    expect(await statuses(basic('admin', ADMIN_PASSWORD))).toEqual([429, 429])
    await redis.kill()
    expect(await statuses(basic('admin', ADMIN_PASSWORD))).toEqual([200, 200])
  })
})
