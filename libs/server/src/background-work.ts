import { runOwnWork, runWork, type RunningJobs } from '@content-service/domain'
import type { Foundation } from './foundation.ts'

/**
 * With an embedded database, this process does the work of a worker (C10.1). Every process sends mails, because an
 * invitation must not wait for a worker, and indexes its writes.
 */
export const startWork = (foundation: Foundation): RunningJobs => {
  const { settings, database, secretParts, storesFor, policy, model, baseUrl, log, now } = foundation
  const { afterWrites } = database
  const report = (job: string, error: unknown): void => log.error({ err: error, job }, 'a job failed')
  const host = { ...secretParts, policy, model, baseUrl, stores: storesFor, afterWrites, now, report }
  return settings.databaseUrl === undefined ? runWork(settings, host) : runOwnWork(host)
}
