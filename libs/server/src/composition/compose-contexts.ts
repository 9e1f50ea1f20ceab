import { createContext, createServiceAuditContext, type Context } from '@content-service/domain'
import { createBackgroundQueue, UNLIMITED_QUOTA, type Quota } from '@content-service/domain/internal/context'
import { LiveEvents } from '@content-service/domain/internal/live'
import { chargePasswordHashes } from '@content-service/domain/internal/accounts'
import { askForService, ResponseBudget } from '@content-service/domain/internal/reading'
import { ViewCounter } from '@content-service/domain/internal/records'
import {
  createPasswordHasher,
  createPasswordRule,
  createSignerFor,
  getBucket,
  type Principal,
} from '@content-service/identity'
import type { StoreOptions } from '@content-service/persistence'
import { listBudgetKeys } from '../sending/budget-keys.ts'
import { createLargeResults } from '../sending/large-results.ts'
import type { WaitingResponses } from '../sending/waiting-responses.ts'
import { createFailureReport } from '../operating/computation-failures.ts'
import { createReplicaReads } from '../storage/replica-reads.ts'
import type { SignInService } from './compose-sign-in.ts'
import type { Foundation } from './foundation.ts'

/** What the service knows of a request before it checks the credential. */
export interface RequestFacts {
  readonly address: string | null
  readonly requestId: string
  /** Aborts when the sender no longer waits for the response. */
  readonly signal?: StoreOptions['signal']
  /** The quota of the sender; unlimited by default. */
  readonly quota?: Quota
  /** Receives the filtered and ordered lists of the request. */
  readonly noteLists?: Context['noteLists']
}

/** The contexts of operations, and the parts of contexts that outlive a request. */
export interface Contexts {
  contextFor(principal: Principal, facts: RequestFacts): Context
  readonly live: LiveEvents
  /** Waits for tasks that continue after a response, such as mails. */
  finishLater(): Promise<void>
  flushViews(): Promise<void>
}

/** C4.6: counts one view per request and record, even if the document selects the record several times. */
const countOncePerRequest = (views: ViewCounter): Context['viewed'] => {
  let seen: Set<string> | undefined
  return (id, of) => {
    if (seen?.has(id)) return
    views.count(id, of)
    seen = (seen ?? new Set()).add(id)
  }
}

/** The settings that operations read. */
const selectDomainSettings = ({
  settings,
  baseUrl,
  presentation,
  accountRules: { confirmsEmail },
}: Foundation) => {
  const { allowSignUp, responseLimit, maxApiKeys, maxWebhooks, maxRevisions, maxDrafts, filterLimits } =
    settings
  return {
    ...{ presentation, baseUrl, allowSignUp, confirmsEmail, responseLimit },
    ...{ maxApiKeys, maxWebhooks, maxRevisions, maxDrafts, filterLimits },
  }
}

const createLiveEvents = ({ storage, secret, settings, log }: Foundation): LiveEvents =>
  new LiveEvents({
    feed: storage.feed,
    signer: createSignerFor('places', secret),
    report: (error) => log.warn({ err: error }, 'events wait for delivery to subscriptions'),
    mostWaiting: settings.streamLimits.waitingEvents,
  })

/** The options of the stores of a request. */
const createStoreOptions = (
  { settings, replicas, shared: { recentWrites } }: Foundation,
  waitingResponses: WaitingResponses,
) => {
  const limitLargeResults = createLargeResults(waitingResponses)
  return (principal: Principal, { address, signal }: RequestFacts): StoreOptions => {
    const listOwnKeys = () => listBudgetKeys(settings, { address, bucket: getBucket(principal, address) })
    return {
      signal,
      searchTimeoutMs: settings.searchTimeoutMs,
      responseBudget: new ResponseBudget(settings.responseLimit, limitLargeResults(listOwnKeys)),
      contentReads: replicas === null ? undefined : createReplicaReads({ replicas, recentWrites }, principal),
    }
  }
}

interface ContextParts extends Pick<Context, 'readStatus' | 'runGraphql'> {
  readonly waitingResponses: WaitingResponses
}

export const composeContexts = (
  foundation: Foundation,
  people: SignInService,
  { waitingResponses, readStatus, runGraphql }: ContextParts,
): Contexts => {
  const { settings, secretParts, storesFor, policy, model, log, now } = foundation
  const passwordRule = foundation.accountRules.passwordRule ?? createPasswordRule(settings.passwordMinLength)
  const domainSettings = selectDomainSettings(foundation)
  const views = new ViewCounter()
  const queue = createBackgroundQueue(
    (error) => log.error({ err: error }, 'a task after a request failed'),
    settings.waitingLimits.tasks,
  )
  const live = createLiveEvents(foundation)
  const passwords = createPasswordHasher(people.accounts, passwordRule)
  const storeOptions = createStoreOptions(foundation, waitingResponses)
  const reportFailure = createFailureReport(log)
  return {
    contextFor: (principal, facts) => {
      const { address, requestId, quota = UNLIMITED_QUOTA, noteLists } = facts
      return createContext({
        ...secretParts,
        policy,
        model,
        settings: domainSettings,
        throttle: people.throttle.attempts,
        now,
        quota,
        noteLists,
        reportFailure,
        inShare: foundation.storage.runSlowly,
        passwords: chargePasswordHashes(passwords, quota),
        caller: principal.caller,
        origin: { credential: principal.credential, address, requestId },
        signIn: principal.signIn,
        // `runAudited` replaces the action by the name of the operation.
        stores: storesFor(createServiceAuditContext('request', now()), storeOptions(principal, facts)),
        runInBackground: (task) => queue.runInBackground(() => askForService(task)),
        subscribe: (topic) => live.subscribe(topic, null),
        readStatus,
        runGraphql,
        viewed: countOncePerRequest(views),
      })
    },
    live,
    finishLater: queue.waitUntilIdle,
    flushViews: () => views.flush(storesFor(createServiceAuditContext('count-views', now()))),
  }
}
