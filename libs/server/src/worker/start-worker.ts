import { runWork, type RunningJobs } from '@content-service/domain'
import { createContextParts } from '@content-service/identity'
import { createStores, DEFAULT_DATABASE_LIMITS, openMigrated } from '@content-service/persistence'
import type { Logger } from 'pino'
import { createComposition, type ServiceOptions } from '../composition.ts'
import type { WorkerSettings } from '../settings/read-settings.ts'

/** Opens the database and does the background jobs until `stop`. */
export const startWorker = async (
  settings: WorkerSettings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<RunningJobs> => {
  const { model, migrations, policyOf } = createComposition(options)
  const { policy } = policyOf(settings.policyFile)
  const limits = { ...DEFAULT_DATABASE_LIMITS, statementTimeoutMs: settings.workerStatementTimeoutMs }
  const database = await openMigrated(settings.databaseUrl, {
    limits,
    model,
    migrations,
    schema: settings.databaseSchema,
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
