import { nameCaller } from '@content-service/domain/internal/access'
import type { Principal } from '@content-service/identity'
import { Replicas, type ContentReads, type Database, type DatabaseHooks } from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import type { RecentWrites } from './recent-writes.ts'

/** Opens the replicas of the settings, which may be unreachable; null without replicas. */
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

/** Reads the content of a request from replicas that have all writes of its sender. */
export const createReplicaReads = (
  { replicas, recentWrites }: { readonly replicas: Replicas; readonly recentWrites: RecentWrites },
  { caller }: Principal,
): ContentReads => {
  // An anonymous caller has no own records.
  const writer = nameCaller(caller)
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
