import cluster from 'node:cluster'
import type { Backlog } from '@content-service/domain'
import type { ReplicaCounts } from '@content-service/persistence'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { metricsOfAll } from '../processes/metrics-of-all.ts'
import type { Observation } from './observation.ts'
import { registerIntegrity, type LatestReport } from './integrity.ts'
import { lagOf } from './readiness.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COSTS = [0, 1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** Connections to the database. */
export interface PoolCounts {
  readonly idle: number
  readonly busy: number
  /** Requests that wait for one. */
  readonly waiting: number
}

export interface Measured {
  /** Null where there is no pool: the embedded database has one connection. */
  readonly pool: () => Promise<PoolCounts | null>
  /** Null where there are none. */
  readonly replicas: () => ReplicaCounts | null
  /** Whether limits count for all processes just now. */
  readonly isLimitShared: () => boolean
  /** How many streams are open. */
  readonly streams: () => number
  /** Null while the database is away. */
  readonly backlog: () => Promise<Backlog | null>
  readonly integrity: LatestReport
}

/** What a process has measured since it started, for Prometheus. */
export interface Metrics {
  readonly contentType: string
  record(observation: Observation): void
  text(): Promise<string>
}

const requestMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    http: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by route, with their status, and how long they took.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    graphql: new Histogram({
      name: 'graphql_operation_duration_seconds',
      help: 'Operations by type and root field; a request with several root fields is among each of them.',
      labelNames: ['type', 'field', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    cost: new Histogram({
      name: 'graphql_operation_cost',
      help: 'Objects that the answers to operations could hold.',
      buckets: COSTS,
      registers,
    }),
    limited: new Counter({
      name: 'rate_limited_requests_total',
      help: 'Requests that were refused because the quota of their credential or address was used up.',
      labelNames: ['policy'],
      registers,
    }),
  }
}

/** What waits for the worker, so that it is seen where no worker runs as well. */
const registerQueue = (registry: Registry, backlog: Measured['backlog']): void => {
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      // All processes look at the same queue.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await backlog()
        // No value is better than one that was true before the database went away.
        if (found === null) this.remove()
        else this.set(read(found))
      },
    })
  gauge('queue_waiting', 'Events and deliveries of events that have not arrived.', ({ waiting }) => waiting)
  gauge('queue_lag_seconds', 'How long the oldest work waits that could have been done.', (found) =>
    lagOf(found, new Date()),
  )
  gauge('queue_dead_letters', 'Deliveries that were given up.', ({ deadLetters }) => deadLetters)
}

const registerGauges = (registry: Registry, { pool, replicas, isLimitShared, streams }: Measured): void => {
  new Gauge({
    name: 'rate_limiter_shared',
    help: '1 while limits are counted for all processes together, 0 while this one counts for itself.',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(isLimitShared() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'graphql_streams_open',
    help: 'Subscriptions that are listening.',
    registers: [registry],
    collect() {
      this.set(streams())
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database that are idle and busy, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries((await pool()) ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'database_replicas',
    help: 'Replicas that are read from, that are too far behind for it, and that do not answer.',
    aggregator: 'average',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(replicas() ?? {})) this.set({ state }, count)
    },
  })
}

export const createMetrics = (measured: Measured): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, measured)
  registerQueue(registry, measured.backlog)
  registerIntegrity(registry, measured.integrity)
  const { http, graphql, cost, limited } = requestMetrics(registry)
  return {
    contentType: registry.contentType,
    text: cluster.isWorker ? metricsOfAll(registry) : () => registry.metrics(),
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
