import { failureText } from '@content-service/domain/internal/rules'
import {
  DEFAULT_DATABASE_LIMITS,
  openDatabase,
  readServerState,
  Replicas,
} from '@content-service/persistence'
import { checkTables } from '../../composition/check-tables.ts'
import { openConfiguredDatabase } from '../../storage/database.ts'
import { better, explain, fine, wrong, type Examine } from './finding.ts'
import { judge } from './servers.ts'
import { limitTime } from './time-limit.ts'

/** A migration may have to wait for another process that migrates. */
const MIGRATE_WITHIN_MS = 60_000

/** The message of an error of a table has several lines. */
const removeStack = (text: string): string => text.replaceAll(/\n +at .*/g, '')

/** Opens the database as the service does, which migrates it. */
export const examineDatabase: Examine = async ({ settings, composition: { model, migrations }, server }) => {
  const about = settings.databaseUrl === undefined ? `database in ${settings.dataDir}` : 'DATABASE_URL'
  const examine = async (): Promise<readonly string[]> => {
    if (server?.status === 'rejected') throw server.reason
    const opened = await openConfiguredDatabase(settings, { model, migrations })
    return checkTables(opened.database, model).finally(() => opened.close())
  }
  try {
    const warnings = await limitTime(examine(), MIGRATE_WITHIN_MS)
    return better(about, warnings.length === 0 ? null : warnings.join('; '))
  } catch (error) {
    return wrong(about, removeStack(failureText(error)))
  }
}

export const examineDirectUrl: Examine = async ({ settings: { databaseDirectUrl: url } }) => {
  const about = 'DATABASE_DIRECT_URL'
  if (url === undefined) return fine(about)
  return limitTime(readServerState('DATABASE_DIRECT_URL', url)).then(
    () => fine(about),
    (error: unknown) => judge(about, explain(error), 'Set it to the PostgreSQL itself, without the pooler'),
  )
}

/** One connection of each process listens for writes. */
const countEach = (connections: number): number => connections + 1

/** All processes of this machine and one worker fit into PostgreSQL; a pooler has limits of its own. */
export const examineConnections: Examine = ({ settings, server }) => {
  const about = 'WEB_CONCURRENCY and DATABASE_CONNECTIONS'
  const { webConcurrency: processes, databaseLimits, databaseDirectUrl } = settings
  if (server?.status !== 'fulfilled' || databaseDirectUrl !== undefined) return fine(about)
  const { connections } = server.value
  const each = countEach(databaseLimits.connections)
  const worker = countEach(DEFAULT_DATABASE_LIMITS.connections)
  const needed = processes * each + worker
  if (needed <= connections) return fine(about)
  return wrong(
    about,
    `${processes} × ${each} connections and ${worker} of a worker are ${needed}, and PostgreSQL has ${connections} for this user. ` +
      'Lower WEB_CONCURRENCY or DATABASE_CONNECTIONS, or raise max_connections',
  )
}

/** More than a well-kept clock differs, and enough for records to sort wrongly. */
const CLOCK_DIFFERENCE_MS = 1_000

/** C2.2: the clock of each machine gives its records their times. */
export const examineClock: Examine = ({ server }) => {
  const about = 'clock'
  if (server?.status !== 'fulfilled') return fine(about)
  const { clockAheadMs } = server.value
  if (Math.abs(clockAheadMs) < CLOCK_DIFFERENCE_MS) return fine(about)
  const seconds = Math.round(Math.abs(clockAheadMs) / 100) / 10
  return wrong(
    about,
    `this machine is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL. ` +
      'Set both clocks by NTP (timedatectl set-ntp true). See docs/faults-and-alarms.md#a-clock-that-is-wrong',
  )
}

/** Whether the replicas answer, follow this database, and are recent enough. */
export const examineReplicas: Examine = async ({ settings, server }) => {
  const about = 'DATABASE_REPLICA_URLS'
  const { databaseUrl: url, databaseReplicaUrls: urls, databaseLimits: limits, redisUrl } = settings
  if (url === undefined || urls.length === 0 || server?.status !== 'fulfilled') return fine(about)
  const failures: string[] = []
  const database = await openDatabase({ url, limits })
  const opened = await Replicas.open(database, urls, {
    limits,
    report: (place, error) => {
      if (error !== null) failures.push(`number ${place}: ${explain(error)}`)
    },
  })
  const failure = await limitTime(opened.ask()).then(() => null, explain)
  const { behind } = opened.counts()
  await limitTime(Promise.all([opened.close(), database.close()])).catch(() => undefined)
  if (failure !== null || failures.length > 0)
    return judge(
      about,
      [...failures, failure ?? []].flat().join('; '),
      'Start this replica, or correct or remove its URL',
    )
  if (behind > 0)
    return better(
      about,
      `${behind} of ${urls.length} are too far behind, or follow another database: check the replication`,
    )
  return better(
    about,
    redisUrl === undefined
      ? 'set REDIS_URL as well; without it, only requests without a credential use the replicas'
      : null,
  )
}
