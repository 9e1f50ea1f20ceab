import { RateLimited } from '@content-service/domain/internal/rules'
import { createThrottle } from '@content-service/identity'
import { pino, type Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { openSharedCounters, type SharedCounters } from '../../src/storage/shared-counters.ts'

requirePrograms('Redis')

const KEY = Buffer.alloc(32, 1)

let redis: Redis
let opened: SharedCounters[]
let said: string[]
beforeEach(async () => {
  redis = await startRedis()
  ;[opened, said] = [[], []]
})
afterEach(async () => {
  for (const { close } of opened) close()
  await redis.stop()
})

const logger = (): Logger => pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) })

/** The throttle of one process. */
const aProcess = async (url: string | null = redis.url) => {
  const shared = await openSharedCounters({ redisUrl: url ?? undefined, rateLimitKeys: 50_000 }, logger())
  opened.push(shared)
  const { attempts } = createThrottle({ counters: shared.counters, key: KEY })
  const fail = async (): Promise<string> => {
    try {
      return await attempts.run({ account: 'ada', address: '192.0.2.1' }, async (attempt) => {
        attempt.recordFailure()
        return 'failed'
      })
    } catch (error) {
      if (error instanceof RateLimited) return 'waiting'
      throw error
    }
  }
  return { shared, fail }
}
const times = async (count: number, fail: () => Promise<string>): Promise<readonly string[]> => {
  const ended: string[] = []
  for (let index = 0; index < count; index += 1) ended.push(await fail())
  return ended
}

describe('C9.2 counters of all processes', () => {
  it('two processes on one server share the failures', { timeout: 15_000 }, async () => {
    const [first, second] = [await aProcess(), await aProcess()]
    expect([first.shared.isShared(), second.shared.isShared()]).toEqual([true, true])
    await times(5, first.fail)
    await times(5, second.fail)
    expect([await first.fail(), await second.fail()]).toEqual(['waiting', 'waiting'])
  })

  it('two processes admit ten concurrent attempts together', { timeout: 15_000 }, async () => {
    const both = [await aProcess(), await aProcess()]
    const ended = await Promise.all(both.flatMap(({ fail }) => Array.from({ length: 25 }, fail)))
    expect(ended.filter((end) => end === 'failed')).toHaveLength(10)
  })

  it(
    'each process counts for itself while the server is away, and logs it',
    { timeout: 20_000 },
    async () => {
      const { shared, fail } = await aProcess()
      expect(shared.isShared()).toBe(true)
      await redis.kill()
      expect(await times(11, fail)).toEqual([...Array<string>(10).fill('failed'), 'waiting'])
      await expect.poll(() => said).toEqual([expect.stringContaining('does not respond')])
      expect(shared.isShared()).toBe(false)
      await redis.restart()
      await expect
        .poll(() => said, { timeout: 10_000 })
        .toContainEqual(expect.stringContaining('responds again'))
      expect([shared.isShared(), await fail()]).toEqual([true, 'failed'])
    },
  )

  it(
    'each counts alone while the server hangs, waits for three timeouts only, and reports it',
    { timeout: 20_000 },
    async () => {
      const { shared, fail } = await aProcess()
      redis.freeze()
      await times(3, fail)
      await expect.poll(() => said).toEqual([expect.stringContaining('does not respond')])
      expect(shared.isShared()).toBe(false)
      const start = performance.now()
      expect(await times(8, fail)).toEqual([...Array<string>(7).fill('failed'), 'waiting'])
      // Without the disconnection, each command would wait for half a second.
      expect(performance.now() - start).toBeLessThan(2_000)
      redis.thaw()
      await expect
        .poll(() => said, { timeout: 10_000 })
        .toContainEqual(expect.stringContaining('responds again'))
      expect(shared.isShared()).toBe(true)
    },
  )

  it('a missing server does not prevent a start', async () => {
    await redis.stop()
    const { fail } = await aProcess()
    expect(said).toEqual([expect.stringContaining('does not respond')])
    expect(await fail()).toBe('failed')
  })

  it('without a server, a process counts alone', async () => {
    const [first, second] = [await aProcess(null), await aProcess(null)]
    await times(10, first.fail)
    expect([await first.fail(), await second.fail()]).toEqual(['waiting', 'failed'])
  })
})
