import { REPLICA_LAG_MS } from '@content-service/persistence'
import type { Redis } from 'ioredis'

/** Who has written something just now that a replica may not have yet, for all processes. */
export interface RecentWrites {
  /** True as well where nobody can tell. */
  mayBeMissing(writer: string): Promise<boolean>
  note(writer: string): Promise<void>
}

/** Longer than a replica that is read from lags, and than a transaction takes to be committed. */
const KEPT_S = Math.ceil(REPLICA_LAG_MS / 1_000) + 3

/** Several processes may run, and each of them may have written something that the others have not heard of. */
export const unsharedWrites: RecentWrites = {
  mayBeMissing: async () => true,
  note: async () => undefined,
}

/** Kept in Redis. What was written while it was away it does not know, until no replica can lag behind that. */
export const sharedWrites = (client: Redis): RecentWrites => {
  let knowsSince = Number.POSITIVE_INFINITY
  client.on('ready', () => (knowsSince = performance.now() + KEPT_S * 1_000))
  client.on('close', () => (knowsSince = Number.POSITIVE_INFINITY))
  const formatKey = (writer: string): string => `content-service:wrote:${writer}`
  return {
    mayBeMissing: async (writer) =>
      performance.now() < knowsSince || (await client.exists(formatKey(writer)).catch(() => 1)) === 1,
    note: async (writer) => {
      // A write that is done is not refused for that; the connection that fails says so by closing.
      await client.set(formatKey(writer), '1', 'EX', KEPT_S).catch(() => client.disconnect(true))
    },
  }
}
