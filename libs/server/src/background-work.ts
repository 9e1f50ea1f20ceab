import { runMails, runWork, type Act, type RunningJobs } from '@content-service/domain'
import { createContextParts } from '@content-service/identity'
import { createStores } from '@content-service/persistence'
import type { Infrastructure } from './infrastructure.ts'
import type { Settings } from './settings/read-settings.ts'

/**
 * With an embedded database, this process does the work of a worker (C10.1). Every process sends mails, because an
 * invitation must not wait for a worker.
 */
export const startWork = (
  { opened: { database }, policy, model, baseUrl, log }: Infrastructure,
  settings: Settings,
): RunningJobs => {
  const host = {
    ...createContextParts({ ...settings, baseUrl }, log),
    policy,
    model,
    baseUrl,
    stores: (act: Act) => createStores(database.session(), act, { model }),
    now: () => new Date(),
  }
  const report = (job: string, error: unknown): void => log.error({ err: error, job }, 'a job failed')
  return settings.databaseUrl === undefined
    ? runWork(settings, { ...host, report })
    : runMails({ ...host, report: (error) => report('send-mails', error) })
}
