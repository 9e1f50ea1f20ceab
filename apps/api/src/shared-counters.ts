import { once } from 'node:events'
import { memoryCounters, redisCounters, type Counters } from '@content-service/identity'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { sharedWrites, unsharedWrites, type RecentWrites } from './recent-writes.ts'

/** Where limits are counted (C9.2). */
export interface SharedCounters {
  readonly counters: Counters
  /** Whether they count for all processes just now. False without a server, and while it is away. */
  isShared(): boolean
  readonly recentWrites: RecentWrites
  close(): void
}

/** A server that does not answer by then is away. */
const COMMAND_TIMEOUT_MS = 500
const CONNECT_TIMEOUT_MS = 2_000
const LONGEST_RETRY_MS = 2_000

const connect = (url: string): Redis =>
  new Redis(url, {
    // A count that comes late is worth nothing: what cannot be sent at once fails, and is counted here.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_RETRY_MS),
  })

/** Says once that the server went away, and once that it is back. */
const tell = (client: Redis, log: Logger): void => {
  let isAway = false
  client.on('ready', () => {
    if (isAway) log.info('the server at REDIS_URL responds again: the limits count all processes together')
    isAway = false
  })
  const away = (error?: Error): void => {
    if (!isAway)
      log.warn(
        { err: error },
        'the server at REDIS_URL does not respond: each process counts its own requests',
      )
    isAway = true
  }
  client.on('error', away)
  client.on('reconnecting', () => away())
}

/** Counters in the Redis or Valkey at `url`, or in this process without one. */
export const openSharedCounters = async (url: string | undefined, log: Logger): Promise<SharedCounters> => {
  if (url === undefined)
    return {
      counters: memoryCounters,
      isShared: () => false,
      recentWrites: unsharedWrites,
      close: () => undefined,
    }
  const client = connect(url)
  tell(client, log)
  const recentWrites = sharedWrites(client)
  // So that a start knows what it counts with; a server that is away keeps nobody from starting.
  await once(client, 'ready').catch(() => undefined)
  return {
    counters: redisCounters(client),
    isShared: () => client.status === 'ready',
    recentWrites,
    close: () => client.disconnect(),
  }
}
