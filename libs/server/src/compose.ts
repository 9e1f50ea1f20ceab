import { serviceAct, type ContentModel, type ContentPolicy, type Quota } from '@content-service/domain'
import {
  createGraphqlHandler,
  createSchema,
  createStreamHandler,
  DocumentRegistry,
  requestPreparer,
} from '@content-service/graphql-schema'
import {
  createContextParts,
  deriveKey,
  TtlCache,
  RateLimit,
  readServiceSecret,
  SignUpLimit,
  type QuotaUsage,
} from '@content-service/identity'
import { createRestHandler, createRoutes } from '@content-service/rest-handlers'
import { createStores, type Replicas } from '@content-service/persistence'
import type { Logger } from 'pino'
import { composeContexts } from './compose-contexts.ts'
import { composeIdentity } from './compose-identity.ts'
import { composeSignIn } from './compose-sign-in.ts'
import type { Settings } from './settings/read-settings.ts'
import type { OpenDatabase } from './database.ts'
import { composeOAuth, createTokenSettings } from './oauth.ts'
import { OpenStreams } from './live/open-streams.ts'
import type { LatestReport } from './operating/integrity.ts'
import { createMetrics } from './operating/metrics.ts'
import type { Observation } from './operating/observation.ts'
import { countConnections } from './operating/pool.ts'
import { Readiness } from './operating/readiness.ts'
import { createRequestLog } from './operating/request-log.ts'
import type { SharedCounters } from './shared-counters.ts'
import type { Tracing } from './tracing/tracing.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

/** The parts that a server is made of. */
export type Service = ReturnType<typeof composeService>

/** What a service works with beside its settings. */
export interface Infrastructure {
  readonly opened: OpenDatabase
  /** Null where there are none. */
  readonly replicas: Replicas | null
  readonly shared: SharedCounters
  /** Null where traces go nowhere. */
  readonly tracing: Tracing | null
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly baseUrl: string
  readonly log: Logger
}

const now = (): Date => new Date()

/** Who people are, how it is proven, and what their operations work with. */
const composePeople = (
  { opened: { database }, replicas, shared, policy, model, baseUrl, log }: Infrastructure,
  settings: Settings,
) => {
  const { counters, recentWrites } = shared
  const secret = readServiceSecret(settings)
  const issuer = settings.authUrl ?? baseUrl
  const tokens = createTokenSettings(settings, secret, issuer)
  const secretParts = createContextParts({ ...settings, baseUrl }, log)
  const people = composeSignIn({ ...secretParts, database, model, counters, secret, baseUrl, now }, settings)
  const contexts = composeContexts(
    { secretParts, database, replicas, recentWrites, policy, model, people, secret, baseUrl, log, now },
    settings,
  )
  const identity = composeIdentity({ database, tokens, policy, people, contexts, now }, settings)
  const key = deriveKey(secret, 'rate limits')
  const rateLimit = new RateLimit({ counters, quotas: settings.rateLimits, key, now })
  const signUps = new SignUpLimit({ counters, most: settings.signUpLimit, key })
  const createQuota = (quotaUsage: QuotaUsage, address: string | null): Quota => ({
    charge: (requests) => quotaUsage.charge(requests),
    admitSignUp: () => signUps.admit(address),
  })
  return {
    ...contexts,
    ...identity,
    rateLimit,
    createQuota,
    forOAuth: { issuer, baseUrl, secret, tokens, people, policy },
  }
}

/** How operators see what goes on. */
const composeOperating = (
  { opened: { database, isFull }, replicas, shared, model, log }: Infrastructure,
  { redisUrl, streamLimits }: Settings,
) => {
  const { isShared } = shared
  const storesAt = (at: Date) => createStores(database.session(), serviceAct('readiness', at), { model })
  const openStreams = new OpenStreams(streamLimits)
  const readiness = new Readiness({
    database,
    isDiskFull: isFull,
    limiter: { isShared, isWanted: redisUrl !== undefined },
    backlog: (at) => storesAt(at).deliveries.backlog(at),
  })
  const reports = new TtlCache(() => storesAt(now()).integrity.latest(), now)
  // Asked only while the database answers; what fails in between says nothing either.
  const integrity: LatestReport = async () =>
    (await readiness.backlog()) === null ? null : reports.get('latest').catch(() => null)
  const metrics = createMetrics({
    pool: () => countConnections(database),
    replicas: () => replicas?.counts() ?? null,
    isLimitShared: isShared,
    streams: () => openStreams.count,
    backlog: () => readiness.backlog(),
    integrity,
  })
  const logRequest = createRequestLog(log)
  return {
    metrics,
    openStreams,
    readiness,
    integrity,
    observed: (observation: Observation): void => {
      metrics.record(observation)
      logRequest(observation)
    },
  }
}

export const composeService = (surroundings: Infrastructure, settings: Settings) => {
  const { opened, tracing, policy, model, baseUrl, log } = surroundings
  const { forOAuth, ...people } = composePeople(surroundings, settings)
  const report = (error: unknown, requestId: string): void =>
    log.error({ err: error, requestId }, 'a request failed')
  const trusted = readTrustedDocuments(settings)
  const [schema, limits] = [createSchema({ policy, model }), settings.graphqlLimits]
  const graphqlOptions = {
    schema,
    report,
    limits,
    prepare: requestPreparer(schema, limits),
    documents: new DocumentRegistry(trusted, settings.registeredDocumentBytes),
  }
  return {
    ...people,
    model,
    baseUrl,
    authUrl: settings.authUrl,
    trustProxy: settings.trustProxy,
    traced: tracing?.requests({ trustProxy: settings.trustProxy, model }) ?? null,
    corsOrigins: settings.corsOrigins,
    /** C5.9: off where only registered documents run. */
    hasGraphiql: !trusted.isRequired,
    metricsAllow: settings.metricsAllow,
    formLimits: settings.formLimits,
    streamIdleTimeoutMs: settings.streamLimits.idleTimeoutMs,
    ...composeOperating(surroundings, settings),
    report,
    graphql: createGraphqlHandler(graphqlOptions),
    stream: createStreamHandler(graphqlOptions),
    rest: createRestHandler(
      { baseUrl, report, requireIfMatch: settings.requireIfMatch },
      createRoutes(model),
    ),
    oauth: composeOAuth(opened.database, settings, { ...forOAuth, report }),
  }
}
