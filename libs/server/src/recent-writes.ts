import { REPLICA_LAG_MS } from '@content-service/persistence'
import type { Redis } from 'ioredis'

/** The recent writers, whose writes a replica may not have yet, for all processes. */
export interface RecentWrites {
  /** Also true if this is unknown. */
  mayBeMissing(writer: string): Promise<boolean>
  note(writer: string): Promise<void>
}

/** Longer than the largest lag of a replica in use, and than a commit takes. */
const KEPT_S = Math.ceil(REPLICA_LAG_MS / 1_000) + 3

/** Without Redis, other processes may have written something that this process does not know. */
export const unsharedWrites: RecentWrites = {
  mayBeMissing: async () => true,
  note: async () => undefined,
}

/** In Redis. After an outage of Redis, nothing is known until no replica can lag behind the writes of the outage. */
export const sharedWrites = (client: Redis): RecentWrites => {
  let knowsSince = Number.POSITIVE_INFINITY
  client.on('ready', () => (knowsSince = performance.now() + KEPT_S * 1_000))
  client.on('close', () => (knowsSince = Number.POSITIVE_INFINITY))
  const formatKey = (writer: string): string => `content-service:wrote:${writer}`
  return {
    mayBeMissing: async (writer) =>
      performance.now() < knowsSince || (await client.exists(formatKey(writer)).catch(() => 1)) === 1,
    note: async (writer) => {
      // The write has succeeded, so an error must not refuse it. The lost connection makes everything unknown.
      await client.set(formatKey(writer), '1', 'EX', KEPT_S).catch(() => client.disconnect(true))
    },
  }
}
