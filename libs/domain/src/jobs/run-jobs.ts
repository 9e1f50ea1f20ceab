import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context/context.ts'
import type { Job } from '../work/job.ts'

export interface RunningJobs {
  /** Starts no more jobs and waits for the running jobs. */
  stop(): Promise<void>
}

export interface JobHost {
  readonly stores: (auditContext: AuditContext) => Stores
  readonly now: () => Date
  /** Receives the error of a failed run; the job runs again at its next time. */
  readonly report: (job: Job, error: unknown) => void
}

/**
 * Runs each job at once and then at its interval. A job with more work runs again without a break. A job never runs
 * twice at the same time.
 */
export const runJobs = (jobs: readonly Job[], host: JobHost): RunningJobs => {
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false
  /** Returns whether the job has more to do now. */
  const take = async (job: Job): Promise<boolean> => {
    try {
      const now = host.now()
      return (await job.run(host.stores(createServiceAuditContext(job.name, now)), now)) === true
    } catch (error) {
      host.report(job, error)
      return false
    }
  }
  const runOne = async (job: Job): Promise<void> => {
    while ((await take(job)) && !stopped);
    if (!stopped)
      timers.set(
        job,
        setTimeout(() => start(job), job.everyMs),
      )
  }
  const start = (job: Job): void => {
    const run = runOne(job).finally(() => running.delete(run))
    running.add(run)
  }
  jobs.forEach(start)
  return {
    stop: async () => {
      stopped = true
      timers.forEach((timer) => clearTimeout(timer))
      await Promise.all(running)
    },
  }
}
