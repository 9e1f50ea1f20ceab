import {
  createContext,
  Semaphore,
  laterQueue,
  LiveEvents,
  pricedPasswords,
  ResponseBudget,
  serviceAct,
  UNLIMITED_QUOTA,
  ViewCounter,
  type Act,
  type ContentModel,
  type ContentPolicy,
  type Context,
  type SemaphoreLimits,
  type Quota,
} from '@content-service/domain'
import {
  createPasswordHasher,
  createSignerFor,
  type ContextParts,
  type Principal,
} from '@content-service/identity'
import {
  createStores,
  SqlEventFeed,
  type Database,
  type Replicas,
  type StoreOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import type { SignInService } from './compose-sign-in.ts'
import type { Settings } from './settings/read-settings.ts'
import type { RecentWrites } from './recent-writes.ts'
import { createReplicaReads } from './replica-reads.ts'

/** Who sent a request, before anything is known of who they are. */
export interface Client {
  readonly address: string | null
  readonly requestId: string
  /** Aborted when nobody waits for the request any more. */
  readonly signal?: AbortSignal
  /** Unlimited without it. */
  readonly quota?: Quota
}

/** What operations work with, and what of it outlives their requests. */
export interface Contexts {
  /** What the operations of one request work with. */
  contextFor(principal: Principal, client: Client): Context
  readonly live: LiveEvents
  /** Waits for what goes on after answers, such as mails. */
  finishLater(): Promise<void>
  flushViews(): Promise<void>
}

export interface ContextsParts {
  /** The parts that the secrets of the service make. */
  readonly secretParts: ContextParts
  readonly database: Database
  /** Null where there are none. */
  readonly replicas: Replicas | null
  readonly recentWrites: RecentWrites
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly people: SignInService
  readonly secret: string
  readonly baseUrl: string
  readonly log: Logger
  readonly now: () => Date
}

/** C4.6: once per request and article, however often the document asks for it. */
const countOncePerRequest = <Id>(count: (id: Id) => void): ((id: Id) => void) => {
  const seen = new Set<Id>()
  return (id) => {
    if (!seen.has(id)) count(id)
    seen.add(id)
  }
}

/** A third of the connections: searches, explanations and exports never keep the other requests from the database. */
const limitExpensiveWork = ({ databaseLimits, waitingLimits }: Settings): SemaphoreLimits => ({
  running: Math.max(1, Math.floor(databaseLimits.connections / 3)),
  waiting: waitingLimits.searches,
  name: 'searches, explanations and exports',
})

export const composeContexts = (parts: ContextsParts, settings: Settings): Contexts => {
  const { secretParts, database, replicas, recentWrites, policy, model, people, baseUrl, log, now } = parts
  const { allowSignUp, responseLimit, maxApiKeys, maxWebhooks } = settings
  const domainSettings = { baseUrl, allowSignUp, responseLimit, maxApiKeys, maxWebhooks }
  const views = new ViewCounter()
  const queue = laterQueue(
    (error) => log.error({ err: error }, 'a task after a request failed'),
    settings.waitingLimits.tasks,
  )
  const live = new LiveEvents({
    feed: new SqlEventFeed(database),
    signer: createSignerFor('places', parts.secret),
    report: (error) => log.warn({ err: error }, 'events wait for delivery to subscriptions'),
    mostWaiting: settings.streamLimits.waitingEvents,
  })
  const passwords = createPasswordHasher(people.accounts, settings.passwordMinLength)
  const share = new Semaphore(limitExpensiveWork(settings))
  const storesFor = (act: Act, options?: StoreOptions) =>
    createStores(database.session(), act, { ...options, model })
  return {
    contextFor: (principal, { address, requestId, signal, quota = UNLIMITED_QUOTA }) =>
      createContext({
        ...secretParts,
        policy,
        model,
        settings: domainSettings,
        throttle: people.throttle.attempts,
        now,
        quota,
        inShare: (work) => share.run('all', work),
        passwords: pricedPasswords(passwords, quota),
        caller: principal.caller,
        origin: { credential: principal.credential, address, requestId },
        signIn: principal.signIn,
        // Each operation names itself: see `performed`.
        stores: storesFor(serviceAct('request', now()), {
          signal,
          searchTimeoutMs: settings.searchTimeoutMs,
          responseBudget: new ResponseBudget(settings.responseLimit),
          contentReads:
            replicas === null ? undefined : createReplicaReads({ replicas, recentWrites }, principal),
        }),
        later: queue.later,
        follow: (topic) => live.follow(topic, null),
        viewed: countOncePerRequest((id) => views.count(id)),
      }),
    live,
    finishLater: queue.finished,
    flushViews: () => views.flush(storesFor(serviceAct('count-views', now())).articles),
  }
}
