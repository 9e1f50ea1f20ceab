import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { openSharedCounters, type SharedCounters } from './shared-counters.ts'

requirePrograms('Redis')

/** Longer than a response of Redis may take. */
const BUSY_MS = 1_500

describe('C9.2 counters in Redis', () => {
  let redis: Redis
  let shared: SharedCounters
  beforeEach(async () => {
    redis = await startRedis()
    shared = await openSharedCounters({ redisUrl: redis.url, rateLimitKeys: 100 }, pino({ level: 'silent' }))
  })
  afterEach(async () => {
    shared.close()
    await redis.stop()
  })

  it('believe a response that arrived while the process was busy, instead of counting alone', async () => {
    const requests = shared.counters('requests', 60)
    await requests.consume('a caller')
    const second = requests.consume('a caller')
    for (let turn = 0; turn < 20; turn += 1) await undefined // The command leaves within microtasks.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    expect(await second).toMatchObject({ consumedPoints: 2 })
  })
})
