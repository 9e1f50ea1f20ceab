import { REPLICA_LAG_MS } from '@content-service/persistence'
import type { Redis } from 'ioredis'

/** The recent writers of all processes: a replica may not have their writes yet. */
export interface RecentWrites {
  /** Whether a replica may lack writes of the writer; also true if this is unknown. */
  mayBeMissing(writer: string): Promise<boolean>
  note(writer: string): Promise<void>
}

/** Longer than the largest allowed lag of a replica plus the time of a commit. */
const KEPT_S = Math.ceil(REPLICA_LAG_MS / 1_000) + 3

/** Without Redis, other processes may have written without the knowledge of this process. */
export const unsharedWrites: RecentWrites = {
  mayBeMissing: async () => true,
  note: async () => undefined,
}

/**
 * Writers in Redis. After an outage of Redis, all callers count as writers until no replica can lack writes of the
 * outage.
 */
export const sharedWrites = (client: Redis): RecentWrites => {
  let knowsSince = Number.POSITIVE_INFINITY
  client.on('ready', () => (knowsSince = performance.now() + KEPT_S * 1_000))
  client.on('close', () => (knowsSince = Number.POSITIVE_INFINITY))
  const formatKey = (writer: string): string => `content-service:wrote:${writer}`
  return {
    mayBeMissing: async (writer) =>
      performance.now() < knowsSince || (await client.exists(formatKey(writer)).catch(() => 1)) === 1,
    note: async (writer) => {
      // The write has succeeded, so that an error must not refuse it. After the disconnection, all callers count as
      // writers.
      await client.set(formatKey(writer), '1', 'EX', KEPT_S).catch(() => client.disconnect(true))
    },
  }
}
