import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startPostgres } from '../../../../tools/postgres/postgres.ts'
import { startRedis } from '../../../../tools/programs/redis.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { readSettings } from '../settings/read-settings.ts'
import { startService } from '../start/start.ts'

requirePrograms('Redis')

describe('C10.4 /readyz while a server is away', { timeout: 90_000 }, () => {
  it('is not ready without its database; without its Redis it is ready, and reports the outage', async () => {
    const [postgres, redis] = [await startPostgres({ durable: true }), await startRedis()]
    const settings = {
      PORT: '0',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      JWT_SECRET: 'x'.repeat(32),
    }
    const service = await startService(readSettings(settings), pino({ level: 'silent' }))
    const checks = async () => {
      const response = await fetch(`${service.url}/readyz`)
      const body = (await response.json()) as { readonly checks: object }
      return { code: response.status, retryAfter: response.headers.get('retry-after'), ...body.checks }
    }
    const ready = {
      code: 200,
      retryAfter: null,
      process: 'ok',
      database: 'ok',
      migrations: 'ok',
      disk: 'ok',
      limiter: 'shared',
      queue: 'ok',
      mails: 'ok',
    }
    try {
      expect(await checks()).toEqual(ready)
      await redis.kill()
      await expect.poll(checks).toEqual({ ...ready, limiter: 'REDIS_URL is away' })
      await postgres.kill()
      await expect.poll(checks, { timeout: 10_000 }).toMatchObject({
        code: 503,
        retryAfter: '5',
        database: 'away',
        migrations: 'unknown',
        queue: 'unknown',
        mails: 'unknown',
      })
      await postgres.restart()
      await redis.restart()
      await expect.poll(checks, { timeout: 30_000 }).toEqual(ready)
    } finally {
      await service.stop()
      await redis.stop()
      await postgres.stop()
    }
  })
})
