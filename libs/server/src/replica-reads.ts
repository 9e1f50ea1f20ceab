import type { Principal } from '@content-service/identity'
import { Replicas, type ContentReads, type Database, type DatabaseHooks } from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { RecentWrites } from './recent-writes.ts'

/** The replicas of the settings, which may be away; null where none is named. */
export const openReplicas = async (
  database: Database,
  {
    databaseReplicaUrls: urls,
    databaseLimits: limits,
  }: Pick<Settings, 'databaseReplicaUrls' | 'databaseLimits'>,
  { log, ...hooks }: DatabaseHooks & { readonly log: Logger },
): Promise<Replicas | null> => {
  if (urls.length === 0) return null
  const report = (place: number, error: unknown): void => {
    const which = `number ${place} of DATABASE_REPLICA_URLS`
    if (error === null) log.info(`${which} responds again`)
    else log.warn({ err: error }, `${which} does not respond: the service does not read from it`)
  }
  return Replicas.open(database, urls, { report, limits, ...hooks })
}

/** By whom a write is remembered; null for who has no credential, and so has nothing that only they have written. */
const nameWriter = ({ caller }: Principal): string | null => {
  if (caller.id !== null) return `user ${caller.id}`
  return caller.client === undefined ? null : `client ${caller.client}`
}

/** One request's content comes from replicas, as long as they have all that its sender has written. */
export const createReplicaReads = (
  { replicas, recentWrites }: { readonly replicas: Replicas; readonly recentWrites: RecentWrites },
  principal: Principal,
): ContentReads => {
  const writer = nameWriter(principal)
  let hasWritten = false
  return {
    replica: async () => {
      const isBehind = hasWritten || (writer !== null && (await recentWrites.mayBeMissing(writer)))
      return isBehind ? null : replicas.session()
    },
    wrote: async () => {
      hasWritten = true
      if (writer !== null) await recentWrites.note(writer)
    },
  }
}
