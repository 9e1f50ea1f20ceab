import { EventEmitter } from 'node:events'
import { createServiceAuditContext, type ContentModel } from '@content-service/domain'
import { subscribeHandlers } from '@content-service/domain/internal/handlers'
import { runWork, type RunningJobs } from '@content-service/domain/internal/jobs'
import type { FeedListener } from '@content-service/domain/internal/live'
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
import { createWorkHost } from './work-host.ts'

interface WorkerDatabase {
  readonly database: Database
  readonly listening: FeedListener
}

/** C16.4: before the first event goes to the handlers that the database knows. */
const subscribe = (database: Database, model: ContentModel): Promise<void> => {
  const now = new Date()
  return subscribeHandlers(
    createStores(database.session(), createServiceAuditContext('keep-handlers', now)),
    model,
    now,
  )
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
    await subscribe(database, options.model)
    return { database, listening: await new SqlEventFeed(database).listen(wake) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database and runs the background jobs until `stop`. */
export const startWorker = async (
  settings: WorkerSettings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<RunningJobs> => {
  const composition = createComposition(options)
  const { model, migrations, pool } = composition
  const { policy } = composition.policyOf(settings.policyFile)
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
  const afterWrites = (wake: () => void): void => void writes.on('write', wake)
  const work = runWork(
    settings,
    createWorkHost(database, { settings, log, composition, policy, afterWrites }),
  )
  return {
    stop: async () => {
      await Promise.all([work.stop(), listening.close()])
      await database.close()
    },
  }
}
