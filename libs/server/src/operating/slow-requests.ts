import { describeList, type AskedList } from '@content-service/domain/internal/lists'
import type { Logger } from 'pino'
import type { Observation } from './observation.ts'

/** What operators need to know of a slow request: no value of the request is in it. */
export interface SlowRequest {
  /** The root fields of GraphQL, or the method and the route of REST. */
  readonly operation: string
  /** The shapes of the filters and orders of its lists; empty without filters and orders. */
  readonly filter: string
  /** The paths and fields that no index serves; empty if indexes serve all. */
  readonly missingIndex: string
}

/** A label of the metrics and a member of the log is no longer. */
const LONGEST = 500

const join = (texts: readonly string[]): string => [...new Set(texts)].join('; ').slice(0, LONGEST)

/** A part of a path that no field has: a place in a list, an operator that joins, or the parameter of a URL. */
const NO_FIELD = /^(?:\d+|where|and|or|not)$|\[/

const nameIndex = ({ list, unserved }: AskedList): readonly string[] => {
  const path = unserved?.split('.').filter((part) => !NO_FIELD.test(part))
  return path ? [`${list}.${path.join('.')}`] : []
}

const nameOperation = ({ operation, method, route }: Observation): string =>
  operation === null ? `${method} ${route}` : `${operation.type} ${join(operation.fields)}`

export const describeSlowRequest = (observation: Observation): SlowRequest => {
  const { lists } = observation
  return {
    operation: nameOperation(observation),
    filter: join(lists.map(describeList)),
    missingIndex: join(lists.flatMap(nameIndex)),
  }
}

interface ReportOptions {
  readonly log: Logger
  readonly metrics: { recordSlow(request: SlowRequest): void }
  /** `SLOW_REQUEST_MS`. */
  readonly slowMs: number
}

/** A stream lasts as long as its client listens. */
const isStream = ({ operation, route }: Observation): boolean =>
  operation?.type === 'subscription' || route === '/graphql/stream'

/** Logs and counts each request that takes longer than the setting. The line has the id of the request. */
export const createSlowRequestReport =
  ({ log, metrics, slowMs }: ReportOptions) =>
  (observation: Observation): void => {
    if (observation.seconds * 1_000 <= slowMs || isStream(observation)) return
    const slow = describeSlowRequest(observation)
    metrics.recordSlow(slow)
    log.warn(
      { requestId: observation.requestId, durationMs: Math.round(observation.seconds * 1_000), ...slow },
      'slow request',
    )
  }
