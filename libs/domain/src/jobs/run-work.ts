import type { MailEncryption } from '../mails/mailer.ts'
import { runHandlers, type HandlerHost } from '../handlers/run-handlers.ts'
import { runDeliveries, type DeliveryHost } from '../webhooks/run-deliveries.ts'
import { runMails, type MailHost } from '../mails/send-mails.ts'
import type { ExportParts } from '../personal-data/make-exports.ts'
import { runIndexing, type IndexHost } from '../search/run-indexing.ts'
import { allJobs, type JobSettings } from './jobs.ts'
import { runJobs, type RunningJobs } from './run-jobs.ts'

export interface OwnWorkHost extends Omit<MailHost, 'report'>, Omit<IndexHost, 'report'> {
  /** Receives the name and the error of failed work, which runs again later. */
  readonly report: (what: string, error: unknown) => void
}

export interface WorkHost
  extends
    Omit<OwnWorkHost, 'mailEncryption'>,
    Omit<DeliveryHost, 'report' | 'afterDispatch'>,
    Omit<HandlerHost, 'report' | 'reportRun'>,
    Omit<ExportParts, 'mailEncryption'> {
  readonly mailEncryption: MailEncryption
}

/** The work that each process does, with a worker beside it or without. */
export const runOwnWork = (host: OwnWorkHost): RunningJobs => {
  const mails = runMails({ ...host, report: (error) => host.report('send-mails', error) })
  const indexing = runIndexing({ ...host, report: (error) => host.report('index-records', error) })
  return {
    stop: async () => {
      await Promise.all([mails.stop(), indexing.stop()])
    },
  }
}

/**
 * Runs all work that happens outside of requests: jobs, deliveries of events, handlers, mails, and the search index. Any number of
 * processes may run this work (C10.7).
 */
export const runWork = (settings: JobSettings, host: WorkHost): RunningJobs => {
  const jobs = runJobs(allJobs(settings, host), {
    ...host,
    report: ({ name }, error) => host.report(name, error),
  })
  const handlers = runHandlers({
    ...host,
    report: (error) => host.report('run-handlers', error),
    reportRun: host.report,
  })
  const deliveries = runDeliveries({
    ...host,
    report: (error) => host.report('deliver-webhooks', error),
    afterDispatch: handlers.wake,
  })
  const own = runOwnWork(host)
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), deliveries.stop(), handlers.stop(), own.stop()])
    },
  }
}
