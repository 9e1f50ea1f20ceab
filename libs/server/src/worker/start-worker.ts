import { EventEmitter } from 'node:events'
import { runWork, type RunningJobs } from '@content-service/domain/internal/jobs'
import type { FeedListener } from '@content-service/domain/internal/live'
import { signMails } from '@content-service/domain/internal/mails'
import { createContextParts } from '@content-service/identity'
import {
  createStores,
  DEFAULT_DATABASE_LIMITS,
  openMigrated,
  SqlEventFeed,
  type Database,
  type MigratedOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import { watchTables } from '../composition/table-warnings.ts'
import { createComposition, type Composition, type ServiceOptions } from '../composition/composition.ts'
import { logIgnoredParameters } from '../storage/database.ts'
import type { WorkerSettings } from '../settings/read-settings.ts'

interface WorkerDatabase {
  readonly database: Database
  readonly listening: FeedListener
}

/** Opens the database, and listens to the writes of all processes. */
const open = async (
  url: string,
  wake: () => void,
  { log, ...options }: MigratedOptions & Pick<Composition, 'model'> & { readonly log: Logger },
): Promise<WorkerDatabase> => {
  const database = await openMigrated(url, options)
  try {
    await watchTables(database, options.model, log)
    return { database, listening: await new SqlEventFeed(database).listen(wake) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Then the api processes have indexed their own writes, and the records of all other processes are indexed in a second. */
const GATHER_MS = 800

/** Opens the database and runs the background jobs until `stop`. */
export const startWorker = async (
  settings: WorkerSettings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<RunningJobs> => {
  const { name, model, migrations, pool, policyOf } = createComposition(options)
  const { policy } = policyOf(settings.policyFile)
  const limits = { ...DEFAULT_DATABASE_LIMITS, statementTimeoutMs: settings.workerStatementTimeoutMs }
  logIgnoredParameters(settings.databaseUrl, log)
  const writes = new EventEmitter<{ write: [] }>()
  const { database, listening } = await open(settings.databaseUrl, () => writes.emit('write'), {
    log,
    limits,
    model,
    migrations,
    pool,
    schema: settings.databaseSchema,
    directUrl: settings.databaseDirectUrl,
    // A pooler can give each statement another connection, and the jobs repeat few reads.
    namedStatements: false,
  })
  const parts = createContextParts({ ...settings, serviceName: name }, log)
  const work = runWork(settings, {
    ...parts,
    mailer: signMails(parts.mailer, { name, baseUrl: settings.baseUrl }),
    policy,
    model,
    baseUrl: settings.baseUrl,
    stores: (act) => createStores(database.session(), act, { model }),
    now: () => new Date(),
    afterWrites: (wake) => writes.on('write', wake),
    gatherMs: GATHER_MS,
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  })
  return {
    stop: async () => {
      await Promise.all([work.stop(), listening.close()])
      await database.close()
    },
  }
}
