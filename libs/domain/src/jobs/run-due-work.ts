import { createServiceAuditContext } from '../audit/audit-entry.ts'
import { sendDueMail } from '../mails/send-mails.ts'
import { runDueHandlers } from '../handlers/run-due.ts'
import { deliverDue } from '../webhooks/deliver-due.ts'
import { prepareCorrections } from '../search/readable-words.ts'
import type { Job } from '../work/job.ts'
import { allJobs, type JobSettings } from './jobs.ts'
import type { WorkHost } from './run-work.ts'

/** The parts of the work, without the parts that wake a process up later. */
export type DueWorkHost = Omit<WorkHost, 'afterWrites'>

const runToEnd = async ({ name, run }: Job, { stores, now }: DueWorkHost): Promise<void> => {
  const runNow = () => run(stores(createServiceAuditContext(name, now())), now())
  while ((await runNow()) === true);
}

const indexDue = async ({ stores, now, policy, model }: DueWorkHost): Promise<boolean> => {
  const own = stores(createServiceAuditContext('index-records', now()))
  await prepareCorrections(own, { policy, model })
  return ['more', 'later'].includes(await own.search.index())
}

/** Does the work of `runWork` that is due now, and ends. @throws the error of a failed job. */
export const runDueWork = async (settings: JobSettings, given: DueWorkHost): Promise<void> => {
  const report = (error: unknown): void => given.report('due work', error)
  const host = { ...given, report, reportRun: given.report }
  for (const job of allJobs(settings, given)) await runToEnd(job, given)
  // Deliveries can send mails, and all of this work can write records.
  while (
    (await deliverDue(host)) ||
    (await runDueHandlers(host)) ||
    (await sendDueMail(host)) ||
    (await indexDue(given))
  );
}
