import { once } from 'node:events'
import { createCounters, redisCounters, type Counters } from '@content-service/identity'
import type { Command, Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import { sharedWrites, unsharedWrites, type RecentWrites } from './recent-writes.ts'

/** The counters of limits (C9.2). */
export interface SharedCounters {
  readonly counters: Counters
  /**
   * Whether the counters currently count all processes together. False without a server, and while it is unreachable.
   */
  isShared(): boolean
  readonly recentWrites: RecentWrites
  close(): void
}

/** The time after which a server without a response counts as unreachable. */
const COMMAND_TIMEOUT_MS = 500
const TIMEOUTS_IN_A_ROW = 3
const CONNECT_TIMEOUT_MS = 2_000
const LONGEST_RETRY_MS = 2_000

const connect = async (url: string): Promise<Redis> => {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    // A late count has no use. A command that cannot be sent at once fails, and this process counts alone.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_RETRY_MS),
  })
}

const TIMED_OUT = new Error('Command timed out')

/**
 * A response that has arrived while this process was busy is not late: when the time has passed, the event loop first
 * reads what the sockets have, and runs `setImmediate` after that.
 */
const rejectWhenLate = ({ promise, reject }: Command): void => {
  const timer = setTimeout(() => setImmediate(() => reject(TIMED_OUT)), COMMAND_TIMEOUT_MS)
  const stop = (): void => clearTimeout(timer)
  promise.then(stop, stop)
}

/**
 * A hanging server keeps its connection. After several timeouts in a row, the client connects again. Until the server
 * responds, commands fail at once instead of after COMMAND_TIMEOUT_MS.
 */
const limitCommands = (client: Redis): void => {
  let timeouts = 0
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    rejectWhenLate(command)
    command.promise.then(
      () => (timeouts = 0),
      (error: unknown) => {
        timeouts = error === TIMED_OUT ? timeouts + 1 : timeouts
        if (timeouts < TIMEOUTS_IN_A_ROW || client.status !== 'ready') return
        timeouts = 0
        client.disconnect(true)
      },
    )
    return send(command, stream)
  }
}

/** Logs once that the server is unreachable, and once that it is back. */
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

/** Opens counters in Redis or Valkey; without REDIS_URL, in this process. */
export const openSharedCounters = async (
  { redisUrl: url, rateLimitKeys }: Pick<Settings, 'redisUrl' | 'rateLimitKeys'>,
  log: Logger,
): Promise<SharedCounters> => {
  const counters = createCounters(rateLimitKeys)
  if (url === undefined)
    return {
      counters,
      isShared: () => false,
      recentWrites: unsharedWrites,
      close: () => undefined,
    }
  const client = await connect(url)
  tell(client, log)
  limitCommands(client)
  const recentWrites = sharedWrites(client)
  // The first request counts in the server. An unreachable server does not prevent the start.
  await once(client, 'ready').catch(() => undefined)
  return {
    counters: redisCounters(client, counters),
    isShared: () => client.status === 'ready',
    recentWrites,
    close: () => client.disconnect(),
  }
}
