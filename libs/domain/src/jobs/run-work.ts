import type { MailEncryption } from '../mails/mailer.ts'
import { runDeliveries, type DeliveryHost } from '../webhooks/run-deliveries.ts'
import { runMails, type MailHost } from '../mails/send-mails.ts'
import type { ExportParts } from '../personal-data/make-exports.ts'
import { allJobs, type JobSettings } from './jobs.ts'
import { runJobs, type RunningJobs } from './run-jobs.ts'

export interface WorkHost
  extends
    Omit<DeliveryHost, 'report'>,
    Omit<MailHost, 'report' | 'mailEncryption'>,
    Omit<ExportParts, 'mailEncryption'> {
  readonly mailEncryption: MailEncryption
  /** Receives the name and the error of failed work, which runs again later. */
  readonly report: (what: string, error: unknown) => void
}

/**
 * Runs all work that happens outside of requests: jobs, deliveries of events, and mails. Any number of processes may
 * run this work (C10.7).
 */
export const runWork = (settings: JobSettings, host: WorkHost): RunningJobs => {
  const jobs = runJobs(allJobs(settings, host), {
    ...host,
    report: ({ name }, error) => host.report(name, error),
  })
  const deliveries = runDeliveries({
    ...host,
    report: (error) => host.report('deliver-webhooks', error),
  })
  const mails = runMails({ ...host, report: (error) => host.report('send-mails', error) })
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), deliveries.stop(), mails.stop()])
    },
  }
}
