import { runWork, type RunningJobs } from '@content-service/domain'
import { createContextParts } from '@content-service/identity'
import {
  createStores,
  DEFAULT_DATABASE_LIMITS,
  openMigrated,
  type Database,
  type MigratedOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import { checkTables } from '../check-tables.ts'
import { createComposition, type Composition, type ServiceOptions } from '../composition.ts'
import type { WorkerSettings } from '../settings/read-settings.ts'

const openWithTables = async (
  url: string,
  options: MigratedOptions & Pick<Composition, 'model'>,
): Promise<Database> => {
  const database = await openMigrated(url, options)
  try {
    await checkTables(database, options.model)
    return database
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
  const { model, migrations, pool, policyOf } = createComposition(options)
  const { policy } = policyOf(settings.policyFile)
  const limits = { ...DEFAULT_DATABASE_LIMITS, statementTimeoutMs: settings.workerStatementTimeoutMs }
  const database = await openWithTables(settings.databaseUrl, {
    limits,
    model,
    migrations,
    pool,
    schema: settings.databaseSchema,
    directUrl: settings.databaseDirectUrl,
  })
  const work = runWork(settings, {
    ...createContextParts(settings, log),
    policy,
    model,
    baseUrl: settings.baseUrl,
    stores: (act) => createStores(database.session(), act, { model }),
    now: () => new Date(),
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  })
  return { stop: () => work.stop().then(() => database.close()) }
}
