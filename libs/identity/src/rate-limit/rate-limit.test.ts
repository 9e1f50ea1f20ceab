import { RateLimited } from '@content-service/domain/internal/rules'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCounters, type Counters } from '../throttle/counters.ts'
import { QuotaUsage } from './quota-usage.ts'
import { getBucket, getAddressBucket, getClientBucket, type Bucket } from './bucket.ts'
import { createQuotaHeaders, RateLimit, type Quota } from './rate-limit.ts'

const ADA: Bucket = { kind: 'credential', name: 'user 7' }
const HOME = getAddressBucket('192.0.2.1')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:08:00.250Z') }))
afterEach(() => vi.useRealTimers())

const aLimit = (counters: Counters = memoryCounters): RateLimit =>
  new RateLimit({
    counters,
    quotas: { credential: 5, address: 3 },
    key: Buffer.alloc(32),
    now: () => new Date(),
  })

interface Sent {
  /** The result of the request: admitted, or the seconds to wait. */
  readonly ended: 'admitted' | number
  readonly headers: Readonly<Record<string, string>>
  readonly charge: (requests: number) => Promise<'admitted' | number>
}

const awaitEnd = async (work: Promise<void>): Promise<Sent['ended']> => {
  try {
    await work
    return 'admitted'
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfter
    throw error
  }
}

const send = async (limit: RateLimit, bucket: Bucket, requests: 0 | 1 = 1): Promise<Sent> => {
  let left: Quota | null = null
  const quotaUsage = new QuotaUsage(limit, (quota) => void (left = quota))
  const ended = await awaitEnd(quotaUsage.admit(bucket, requests))
  return {
    ended,
    charge: (more) => awaitEnd(quotaUsage.charge(more)),
    get headers() {
      return left === null ? {} : createQuotaHeaders(left)
    },
  }
}
const sendTimes = async (times: number, limit: RateLimit, bucket: Bucket): Promise<readonly Sent[]> => {
  const sent: Sent[] = []
  for (let index = 0; index < times; index += 1) sent.push(await send(limit, bucket))
  return sent
}
const remaining = ({ headers }: Sent): number => Number(headers['x-ratelimit-remaining'])
const RESET = String(Date.parse('2026-11-20T09:09:01Z') / 1000)

describe('C9.1 the headers over a window', () => {
  it('count down to zero, and the next request waits for the end of the window', async () => {
    const limit = aLimit()
    const sent = await sendTimes(6, limit, ADA)
    expect(sent.map(({ ended }) => ended)).toEqual([...Array<string>(5).fill('admitted'), 60])
    expect(sent.map(remaining)).toEqual([4, 3, 2, 1, 0, 0])
    expect(sent[0]?.headers).toEqual({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': RESET,
      'ratelimit-policy': '"credential";q=5;w=60',
      ratelimit: '"credential";r=4;t=60',
    })
  })

  it('keep the time of the reset, and count down the seconds to it', async () => {
    const limit = aLimit()
    await sendTimes(3, limit, HOME)
    vi.advanceTimersByTime(41_000)
    const late = await send(limit, HOME)
    expect(late.ended).toBe(19)
    expect(late.headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-reset': RESET,
      'ratelimit-policy': '"address";q=3;w=60',
      ratelimit: '"address";r=0;t=19',
    })
  })

  it('start again after the window', async () => {
    const limit = aLimit()
    await sendTimes(9, limit, ADA)
    vi.advanceTimersByTime(60_000)
    expect(remaining(await send(limit, ADA))).toBe(4)
  })

  it('show the quota for OPTIONS, without counting', async () => {
    const limit = aLimit()
    await sendTimes(9, limit, ADA)
    const looked = await send(limit, ADA, 0)
    expect([looked.ended, remaining(looked)]).toEqual(['admitted', 0])
    expect((await Promise.all([1, 2, 3, 4].map(() => send(limit, HOME, 0)))).map(remaining)).toEqual([
      3, 3, 3, 3,
    ])
  })
})

describe('C9.1 the requests that count together', () => {
  const BASIC = { caller: { id: 7, roles: ['READER'], permissions: [] }, credential: 'basic' } as never
  const BEARER = { caller: { id: 7, roles: ['READER'], permissions: [] }, credential: 'bearer app' } as never
  const KEY = { caller: { id: 7, roles: ['READER'], permissions: [] }, credential: 'api-key k1' } as never
  const CLIENT = {
    caller: { id: null, roles: ['GUEST'], permissions: [], client: 'app' },
    credential: 'bearer app',
  } as never
  const NOBODY = { caller: { id: null, roles: ['GUEST'], permissions: [] }, credential: 'none' } as never
  const FAILED = { caller: { id: null, roles: ['GUEST'], permissions: [] }, credential: 'api-key' } as never

  it('a user has one bucket for Bearer and Basic, from every address', () => {
    expect(getBucket(BASIC, '192.0.2.1')).toEqual(ADA)
    expect(getBucket(BEARER, '198.51.100.1')).toEqual(ADA)
  })

  it('a key has its own bucket, apart from its owner', () => {
    expect(getBucket(KEY, '192.0.2.1')).toEqual({ kind: 'credential', name: 'api-key k1' })
  })

  it('a client has one bucket for its token and its secret', () => {
    expect(getBucket(CLIENT, '192.0.2.1')).toEqual(getClientBucket('app'))
  })

  it('anonymous senders have a bucket for each address, and for each /64 of IPv6', () => {
    expect(getBucket(NOBODY, '192.0.2.1')).toEqual(HOME)
    expect(getBucket(FAILED, '192.0.2.1')).toEqual(HOME)
    expect(getBucket(NOBODY, '::ffff:192.0.2.1')).toEqual(HOME)
    expect(getBucket(NOBODY, '2001:db8:0:7::1')).toEqual(getBucket(NOBODY, '2001:db8:0:7:ffff::'))
    expect(getBucket(NOBODY, '2001:db8:0:8::1')).not.toEqual(getBucket(NOBODY, '2001:db8:0:7::1'))
  })

  it('two buckets never share a count', async () => {
    const limit = aLimit()
    await sendTimes(9, limit, ADA)
    expect(remaining(await send(limit, { kind: 'credential', name: 'user 8' }))).toBe(4)
    expect(remaining(await send(limit, { kind: 'address', name: 'user 7' }))).toBe(2)
  })
})

describe('C9.3 a request that counts as several', () => {
  it('is charged in one step', async () => {
    const sent = await send(aLimit(), ADA)
    expect([await sent.charge(2), remaining(sent)]).toEqual(['admitted', 2])
  })

  it('is refused beyond the quota, and then counts as one request', async () => {
    const limit = aLimit()
    await send(limit, ADA)
    const sent = await send(limit, ADA)
    expect([await sent.charge(4), remaining(sent)]).toEqual([60, 3])
    expect(remaining(await send(limit, ADA))).toBe(2)
  })

  it('is refused and given back if concurrent requests were faster', async () => {
    const limit = aLimit()
    const [slow] = await sendTimes(4, limit, ADA)
    expect(await slow?.charge(4)).toBe(60)
    expect(remaining(await send(limit, ADA))).toBe(0)
  })
})

describe('C12.12 a request that costs more than the whole quota', () => {
  it('runs if no other request has used the quota, in several steps, and uses all of it', async () => {
    const limit = aLimit()
    const sent = await send(limit, ADA)
    expect([await sent.charge(3), await sent.charge(200), remaining(sent)]).toEqual([
      'admitted',
      'admitted',
      0,
    ])
    expect((await send(limit, ADA)).ended).toBe(60)
  })

  it('does not run if other requests have used the quota in the meantime', async () => {
    const limit = aLimit()
    const sent = await send(limit, ADA)
    await send(limit, ADA)
    expect([await sent.charge(200), remaining(await send(limit, ADA))]).toEqual([60, 2])
  })
})

describe('C12.12 a request before its sender is known', () => {
  const reserving = (limit: RateLimit) => {
    let left: Quota | null = null
    const quotaUsage = new QuotaUsage(limit, (quota) => void (left = quota))
    return { quotaUsage, kind: (): string | undefined => left?.kind }
  }

  it('counts for its address until it counts for the sender', async () => {
    const limit = aLimit()
    const { quotaUsage, kind } = reserving(limit)
    await quotaUsage.reserve(HOME)
    expect([kind(), remaining(await send(limit, HOME, 0))]).toEqual(['address', 2])
    await quotaUsage.admit(ADA)
    expect([kind(), remaining(await send(limit, HOME, 0)), remaining(await send(limit, ADA, 0))]).toEqual([
      'credential',
      3,
      4,
    ])
  })

  it('counts once for the address of an anonymous sender', async () => {
    const limit = aLimit()
    const { quotaUsage } = reserving(limit)
    await quotaUsage.reserve(HOME)
    await quotaUsage.admit(HOME)
    expect(remaining(await send(limit, HOME, 0))).toBe(2)
  })

  it('is refused if the quota of the address is used up', async () => {
    const limit = aLimit()
    await sendTimes(3, limit, HOME)
    expect(await awaitEnd(reserving(limit).quotaUsage.reserve(HOME))).toBe(60)
  })
})

it('C9.2 the store contains no readable name or address', async () => {
  const kept: string[] = []
  const limit = aLimit((name, seconds) => {
    const counter = memoryCounters(name, seconds)
    const penalty = counter.penalty.bind(counter)
    counter.penalty = (key, ...more) => (kept.push(String(key)), penalty(key, ...more))
    return counter
  })
  await send(limit, HOME)
  expect(kept).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)])
})

describe('C15.16 work that is charged afterwards', () => {
  const owe = (limit: RateLimit, requests: number) => limit.owe(ADA, requests)

  it('counts in the window, and the next request shows it', async () => {
    const limit = aLimit()
    await send(limit, ADA)
    await owe(limit, 2)
    expect(remaining(await send(limit, ADA))).toBe(1)
  })

  it('counts in the next windows as far as the present one has too little', async () => {
    const limit = aLimit()
    await send(limit, ADA)
    await owe(limit, 11)
    expect((await send(limit, ADA)).ended).toBe(60)
    vi.advanceTimersByTime(60_000)
    expect((await send(limit, ADA)).ended).toBe(60)
    vi.advanceTimersByTime(60_000)
    expect((await sendTimes(4, limit, ADA)).map(remaining)).toEqual([2, 1, 0, 0])
  })

  it('counts in at most ten windows', async () => {
    const limit = aLimit()
    await owe(limit, 1_000)
    for (let window = 0; window < 10; window += 1) {
      expect((await send(limit, ADA)).ended).toBe(60)
      vi.advanceTimersByTime(60_000)
    }
    expect((await send(limit, ADA)).ended).toBe('admitted')
  })

  it('of one bucket is nothing for the others', async () => {
    const limit = aLimit()
    await owe(limit, 1_000)
    expect((await send(limit, HOME)).ended).toBe('admitted')
  })
})
