import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { RunHandlerRequest } from '@content-service/domain/internal/handlers'
import type { WorkHost } from '@content-service/domain/internal/jobs'
import { signMails } from '@content-service/domain/internal/mails'
import { createContextParts } from '@content-service/identity'
import {
  createStores,
  SqlCredentialStore,
  type Database,
  type StoreOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Composition } from '../composition/composition.ts'
import { createHandlerRequests, type HandlerRequestParts } from '../handlers/handler-requests.ts'
import type { WorkerSettings } from '../settings/read-settings.ts'

/** Then the api processes have indexed their own writes, and the records of all other processes are indexed in a second. */
const GATHER_MS = 800

interface WorkParts {
  readonly settings: WorkerSettings
  readonly log: Logger
  readonly composition: Composition
  readonly policy: ContentPolicy
  /** Calls the function after each write of any process. */
  readonly afterWrites: WorkHost['afterWrites']
}

/** The GraphQL of handlers (C16.4). */
const createRequests = (
  database: Database,
  { log, composition }: WorkParts,
  host: Pick<HandlerRequestParts, 'secretParts' | 'storesFor' | 'policy' | 'baseUrl' | 'now'>,
): RunHandlerRequest => {
  const { name, about, model, passwordRule } = composition
  const accounts = new SqlCredentialStore(database.session())
  const report = (error: unknown, requestId: string): void =>
    log.error({ err: error, requestId }, 'a request failed')
  return createHandlerRequests({
    ...host,
    ...{ model, passwordRule, accounts, presentation: { name, about }, report },
  })
}

/** The input of all background work of a worker. */
export const createWorkHost = (database: Database, parts: WorkParts): WorkHost => {
  const { settings, log, composition, policy, afterWrites } = parts
  const { name, model } = composition
  const { baseUrl } = settings
  const secretParts = createContextParts({ ...settings, serviceName: name }, log)
  const storesFor = (act: AuditContext, options?: StoreOptions) =>
    createStores(database.session(), act, { ...options, model })
  const now = (): Date => new Date()
  return {
    ...secretParts,
    mailer: signMails(secretParts.mailer, { name, baseUrl }),
    ...{ policy, model, baseUrl, stores: storesFor, now, afterWrites, gatherMs: GATHER_MS },
    graphql: createRequests(database, parts, { secretParts, storesFor, policy, baseUrl, now }),
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  }
}
