import { createServiceAuditContext } from '@content-service/domain'
import { createWordCharge, type Quota } from '@content-service/domain/internal/context'
import { listSubscriptions } from '@content-service/domain/internal/handlers'
import {
  createGraphqlHandler,
  createSchema,
  createStreamHandler,
  DocumentRegistry,
  createRequestPreparer,
  type FaultReporter,
} from '@content-service/graphql-schema'
import { AddressLimit, deriveKey, RateLimit, TtlCache, type QuotaUsage } from '@content-service/identity'
import { createCodeRequests } from '../handlers/code-requests.ts'
import { EventTurns } from '../live/event-turns.ts'
import { OpenStreams } from '../live/open-streams.ts'
import type { LatestReport } from '../operating/integrity.ts'
import { createMetrics } from '../operating/metrics.ts'
import type { Observation } from '../operating/observation.ts'
import { Readiness } from '../operating/readiness.ts'
import { createRequestLog } from '../operating/request-log.ts'
import { createStatusReader } from '../operating/service-status.ts'
import { createSlowRequestReport } from '../operating/slow-requests.ts'
import { createSendContent } from '../sending/send-content.ts'
import { WaitingResponses } from '../sending/waiting-responses.ts'
import { showSettings } from '../settings/shown-settings.ts'
import { composeContexts } from './compose-contexts.ts'
import { composeIdentity } from './compose-identity.ts'
import { composeOAuth } from './compose-oauth.ts'
import { composeSignIn } from './compose-sign-in.ts'
import type { Foundation } from './foundation.ts'
import { memoize } from './memoize.ts'
import { createRestInterface } from './rest-interface.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

/** The parts of a server. */
export type Service = ReturnType<typeof composeService>

/** The limits on requests and sign-ups. */
const composeQuotas = ({ settings, shared: { counters }, secret, now }: Foundation) => {
  const key = deriveKey(secret, 'rate limits')
  const signUps = new AddressLimit({ counters, counted: 'sign-ups', most: settings.signUpLimit, key })
  const guestRecords = new AddressLimit({
    counters,
    counted: 'guest-records',
    most: settings.guestCreateLimit,
    key,
  })
  return {
    rateLimit: new RateLimit({ counters, quotas: settings.rateLimits, key, now }),
    createQuota: (quotaUsage: QuotaUsage, address: string | null): Quota => ({
      charge: (requests) => quotaUsage.charge(requests),
      addWords: createWordCharge((requests) => quotaUsage.charge(requests)),
      admitSignUp: async () => void (await signUps.admit(address)),
      admitGuestRecord: () => guestRecords.admit(address),
    }),
  }
}

/** The state of the service, for operators. */
const composeOperating = (foundation: Foundation) => {
  const { storage, replicas, shared, settings, storesFor, log, now, listTableWarnings } = foundation
  const { isShared } = shared
  const subscriptions = listSubscriptions(foundation.model)
  const openStreams = new OpenStreams(settings.streamLimits)
  const eventTurns = new EventTurns()
  const stores = (at: Date) => storesFor(createServiceAuditContext('readiness', at))
  const readiness = new Readiness({
    database: storage,
    isDiskFull: () => storage.isFull(),
    limiter: { isShared, isWanted: settings.redisUrl !== undefined },
    backlog: (at) => stores(at).deliveries.backlog(at),
    mails: () => stores(now()).mails.backlog(),
    handlers: subscriptions.length === 0 ? null : (at) => stores(at).handlers.backlog(subscriptions, at),
  })
  const reports = new TtlCache(() => stores(now()).integrity.latest(), now)
  // The report is read only while the database responds. A failure of the read means "unknown", too.
  const integrity: LatestReport = async () =>
    (await readiness.backlog()) === null ? null : reports.get('latest').catch(() => null)
  const tableWarnings = async () => ((await readiness.backlog()) === null ? [] : listTableWarnings())
  const metrics = createMetrics({
    pool: () => storage.countConnections(),
    replicas: () => replicas?.counts() ?? null,
    isLimitShared: isShared,
    streams: () => openStreams.count,
    backlog: () => readiness.backlog(),
    mails: () => readiness.mails(),
    handlers: () => readiness.handlers(),
    integrity,
  })
  const logRequest = createRequestLog(log)
  const reportSlow = createSlowRequestReport({ log, metrics, slowMs: settings.slowRequestMs })
  return {
    metrics,
    openStreams,
    eventTurns,
    readiness,
    integrity,
    tableWarnings,
    recordObservation: (observation: Observation): void => {
      metrics.record(observation)
      logRequest(observation)
      reportSlow(observation)
    },
  }
}

/** Queries, mutations and subscriptions. */
const composeGraphql = ({ settings, policy, model }: Foundation, report: FaultReporter) => {
  const trusted = readTrustedDocuments(settings)
  const [schema, limits] = [createSchema({ policy, model }), settings.graphqlLimits]
  const prepare = createRequestPreparer(schema, limits)
  const documents = new DocumentRegistry(trusted, settings.registeredDocumentBytes)
  const options = { schema, report, limits, prepare, documents }
  return {
    /** C5.9: GraphiQL is off if the service runs only registered documents. */
    hasGraphiql: !trusted.isRequired,
    graphql: createGraphqlHandler(options),
    /** C16.5: operations may run documents that no client may send. */
    runGraphql: createCodeRequests(memoize(() => createGraphqlHandler({ schema, report, limits, prepare }))),
    stream: createStreamHandler(options),
  }
}

export const composeService = (foundation: Foundation) => {
  const { settings, tracing, model, presentation, baseUrl, log } = foundation
  const people = composeSignIn(foundation)
  const waitingResponses = new WaitingResponses(settings.responseBudget)
  const operating = composeOperating(foundation)
  const readStatus = createStatusReader(operating, showSettings(settings, model))
  const report = (error: unknown, requestId: string): void =>
    log.error({ err: error, requestId }, 'a request failed')
  const { runGraphql, ...graphql } = composeGraphql(foundation, report)
  const contexts = composeContexts(foundation, people, { waitingResponses, readStatus, runGraphql })
  return {
    ...contexts,
    ...composeIdentity(foundation, people, contexts),
    ...composeQuotas(foundation),
    ...operating,
    ...graphql,
    rest: createRestInterface({ baseUrl, report, requireIfMatch: settings.requireIfMatch }, model),
    signIn: people.signIn,
    log,
    model,
    ...presentation,
    baseUrl,
    authUrl: settings.authUrl,
    trustProxy: settings.trustProxy,
    traceRequests: tracing?.requests(settings.trustProxy) ?? null,
    corsOrigins: settings.corsOrigins,
    metricsAllow: settings.metricsAllow,
    formLimits: settings.formLimits,
    streamIdleTimeoutMs: settings.streamLimits.idleTimeoutMs,
    report,
    enterWaiting: (budgetKeys: readonly string[], bytes: number) => waitingResponses.enter(budgetKeys, bytes),
    send: createSendContent({
      waiting: waitingResponses,
      stalledMs: settings.httpLimits.responseTimeoutMs,
      isCompressing: settings.compression,
    }),
    ...composeOAuth(foundation, people, report),
  }
}
