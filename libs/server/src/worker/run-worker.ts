import { builtInModel, policyInForce, runWork } from '@content-service/domain'
import { deliveryParts } from '@content-service/identity'
import { createStores, DEFAULT_DATABASE_LIMITS, openMigrated } from '@content-service/persistence'
import { pino } from 'pino'
import { readWorkerSettings } from '../settings/read-settings.ts'

/** Works with the settings of this process until a signal ends it. */
export const runWorker = async (): Promise<void> => {
  const settings = readWorkerSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const { policy } = policyInForce(builtInModel, settings.policyFile)
  const limits = { ...DEFAULT_DATABASE_LIMITS, statementTimeoutMs: settings.workerStatementTimeoutMs }
  const database = await openMigrated(settings.databaseUrl, { limits })
  const work = runWork(settings, {
    ...deliveryParts(settings, log),
    policy,
    model: builtInModel,
    baseUrl: settings.baseUrl,
    stores: (act) => createStores(database.session(), act),
    now: () => new Date(),
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  })
  log.info('the worker is ready')
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= work.stop().then(() => database.close()))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
