import { runOwnWork, runWork, type RunningJobs, type WorkHost } from '@content-service/domain/internal/jobs'
import type { RunHandlerRequest } from '@content-service/domain/internal/handlers'
import type { Foundation } from '../composition/foundation.ts'
import { createHandlerRequests } from '../handlers/handler-requests.ts'

/** The GraphQL of handlers (C16.4). */
const createRequests = (foundation: Foundation): RunHandlerRequest => {
  const { storage, accountRules, log } = foundation
  const { accounts } = storage
  const report = (error: unknown, requestId: string): void =>
    log.error({ err: error, requestId }, 'a request failed')
  return createHandlerRequests({ ...foundation, ...accountRules, accounts, report })
}

/** The input of all background work. */
export const createWorkHost = (foundation: Foundation): WorkHost => {
  const { storage, secretParts, storesFor, policy, model, baseUrl, log, now } = foundation
  const { afterWrites } = storage
  const report = (job: string, error: unknown): void => log.error({ err: error, job }, 'a job failed')
  const graphql = createRequests(foundation)
  return { ...secretParts, graphql, policy, model, baseUrl, stores: storesFor, afterWrites, now, report }
}

/**
 * With an embedded database, this process does the work of a worker (C10.1). Every process sends mails, because an
 * invitation must not wait for a worker, and indexes its writes.
 */
export const startWork = (foundation: Foundation): RunningJobs => {
  const { settings } = foundation
  const host = createWorkHost(foundation)
  return settings.databaseUrl === undefined ? runWork(settings, host) : runOwnWork(host)
}
