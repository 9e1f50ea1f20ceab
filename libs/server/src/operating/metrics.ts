import cluster from 'node:cluster'
import type { HandlerBacklog } from '@content-service/domain/internal/handlers'
import type { Backlog } from '@content-service/domain/internal/webhooks'
import type { MailBacklog } from '@content-service/domain/internal/mails'
import type { ReplicaCounts } from '@content-service/persistence'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { PoolCounts } from '../storage/pool.ts'
import { collectFromAll } from './metrics-of-all.ts'
import { createQueueRegister, registerGauge } from './gauge.ts'
import type { Observation } from './observation.ts'
import type { SlowRequest } from './slow-requests.ts'
import { registerHandlers } from './handler-backlog.ts'
import { registerIntegrity, type LatestReport } from './integrity.ts'
import { computeLag, computeMailLag } from './readiness.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COSTS = [0, 1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** The default of 10 ms would wake an idle process a hundred times a second. */
const LAG_RESOLUTION_MS = 100

export interface MetricSources {
  /** Null for the embedded database, which has no pool. */
  readonly pool: () => Promise<PoolCounts | null>
  /** Null without replicas. */
  readonly replicas: () => ReplicaCounts | null
  /** Whether the limits currently count all processes together. */
  readonly isLimitShared: () => boolean
  /** The number of open streams. */
  readonly streams: () => number
  /** Null while the database is away. */
  readonly backlog: () => Promise<Backlog | null>
  /** Null while the database is away. */
  readonly mails: () => Promise<MailBacklog | null>
  /** Null while the database is away, and for a model without handlers. */
  readonly handlers: () => Promise<HandlerBacklog | null>
  readonly integrity: LatestReport
}

/** The metrics of a process since its start, for Prometheus. */
export interface Metrics {
  readonly contentType: string
  record(observation: Observation): void
  recordSlow(request: SlowRequest): void
  /** The metrics of this process; after `join`, the sum of those of all processes. */
  text(): Promise<string>
  /** With WEB_CONCURRENCY, answers for this process from now on. A process may answer once: only the service that serves joins. */
  join(): void
}

/** Clients choose operations and filters, so that their number needs a bound: later ones count as `other`. */
const MOST_SHAPES = 100
const OTHER_SHAPE = { operation: 'other', filter: 'other', missing_index: 'other' }

const createSlowCounter = (registry: Registry): ((request: SlowRequest) => void) => {
  const counter = new Counter({
    name: 'slow_requests_total',
    help: 'The number of requests that took longer than SLOW_REQUEST_MS, by operation, shape of the filters, and missing index. After a hundred of them, others count together.',
    labelNames: ['operation', 'filter', 'missing_index'],
    registers: [registry],
  })
  const shapes = new Set<string>()
  return ({ operation, filter, missingIndex }) => {
    const shape = [operation, filter, missingIndex].join('\n')
    if (shapes.size < MOST_SHAPES) shapes.add(shape)
    const known = { operation, filter, missing_index: missingIndex }
    counter.inc(shapes.has(shape) ? known : OTHER_SHAPE)
  }
}

const requestMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    http: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'The number and duration of requests, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    graphql: new Histogram({
      name: 'graphql_operation_duration_seconds',
      help: 'The number and duration of operations, by type and root field. A request with several root fields counts for each of them.',
      labelNames: ['type', 'field', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    cost: new Histogram({
      name: 'graphql_operation_cost',
      help: 'The number of objects that the responses to operations could contain.',
      buckets: COSTS,
      registers,
    }),
    limited: new Counter({
      name: 'rate_limited_requests_total',
      help: 'The number of requests that the service refused because the quota of their credential or IP address was used up.',
      labelNames: ['policy'],
      registers,
    }),
  }
}

/** The queue of the worker. */
const registerQueue = (registry: Registry, backlog: MetricSources['backlog']): void => {
  const register = createQueueRegister(registry, backlog)
  register(
    'queue_waiting',
    'The number of events and deliveries that have not arrived.',
    (found) => found.waiting,
  )
  register('queue_lag_seconds', 'The time that the oldest due work has waited.', (found) =>
    computeLag(found, new Date()),
  )
  register(
    'queue_dead_letters',
    'The number of deliveries that the service gave up.',
    (found) => found.deadLetters,
  )
}

/** The queue of mails, which all processes share. */
const registerMails = (registry: Registry, mails: MetricSources['mails']): void => {
  registerGauge(registry, {
    name: 'mails_waiting',
    help: 'The number of mails that are not sent yet.',
    aggregator: 'max',
    read: async () => (await mails())?.waiting ?? null,
  })
  registerGauge(registry, {
    name: 'mail_lag_seconds',
    help: 'The time that the oldest mail has waited to be sent.',
    aggregator: 'max',
    read: async () => {
      const found = await mails()
      return found && computeMailLag(found, new Date())
    },
  })
}

const registerGauges = (
  registry: Registry,
  { pool, replicas, isLimitShared, streams }: MetricSources,
): void => {
  registerGauge(registry, {
    name: 'rate_limiter_shared',
    help: '1 while the limits count all processes together, 0 while this process counts only its own requests.',
    aggregator: 'min',
    read: () => (isLimitShared() ? 1 : 0),
  })
  registerGauge(registry, {
    name: 'graphql_streams_open',
    help: 'The number of open subscriptions.',
    read: streams,
  })
  registerGauge(registry, {
    name: 'database_pool_connections',
    help: 'The number of idle and busy connections to the database, and of requests that wait for a connection.',
    label: 'state',
    read: pool,
  })
  registerGauge(registry, {
    name: 'database_replicas',
    help: 'The number of replicas that the service reads from, that are too far behind, and that do not respond.',
    aggregator: 'average',
    label: 'state',
    read: replicas,
  })
}

export const createMetrics = (measured: MetricSources): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS })
  registerGauges(registry, measured)
  registerQueue(registry, measured.backlog)
  registerMails(registry, measured.mails)
  registerHandlers(registry, measured.handlers)
  registerIntegrity(registry, measured.integrity)
  const { http, graphql, cost, limited } = requestMetrics(registry)
  let collect = (): Promise<string> => registry.metrics()
  return {
    contentType: registry.contentType,
    recordSlow: createSlowCounter(registry),
    text: () => collect(),
    join: () => {
      if (cluster.isWorker) collect = collectFromAll(registry)
    },
    record: ({ method, route, status, seconds, exceeded, operation }) => {
      http.observe({ method, route, status }, seconds)
      if (exceeded !== null) limited.inc({ policy: exceeded })
      if (operation === null) return
      const { type, fields, hasErrors } = operation
      cost.observe(operation.cost)
      for (const field of fields)
        graphql.observe({ type, field, outcome: hasErrors ? 'error' : 'success' }, seconds)
    },
  }
}
