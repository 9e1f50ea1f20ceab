import type { Bucket } from '@content-service/identity'
import type { OperationNote } from '@content-service/graphql-schema'
import type { Exchange } from '../http/exchange.ts'
import { findRoute, type Templates } from './route-of.ts'

/** A finished request, for the log and the metrics. Contains nothing of its body, query or credential. */
export interface Observation {
  readonly requestId: string
  /** Null without a trace. */
  readonly traceId: string | null
  readonly method: string
  /** The template of the path, such as `/api/users/:id`; `none` for unknown paths. */
  readonly route: string
  readonly status: number
  /** Whether the client closed the connection before the response. */
  readonly isAborted: boolean
  readonly seconds: number
  /** `user 7`, `api-key …` or `client …`; null for anonymous requests. */
  readonly principal: string | null
  /** The kind of the exceeded quota, or null. */
  readonly exceeded: Bucket['kind'] | null
  /** The operation of a GraphQL request. */
  readonly operation: OperationNote | null
}

/** Describes a finished exchange. */
export const createObservation = (templates: Templates, exchange: Exchange): Observation => {
  const { requestId, traceId, method, path, response, startedAt, quotaUsage, operation } = exchange
  return {
    requestId,
    traceId,
    method,
    route: findRoute(path, templates),
    status: response.statusCode,
    isAborted: !response.writableFinished,
    seconds: (performance.now() - startedAt) / 1000,
    principal: quotaUsage.principal,
    exceeded: quotaUsage.exceeded,
    operation,
  }
}

/** Calls `record` at the end of the exchange, also if the client ends it. */
export const observe = (
  templates: Templates,
  exchange: Exchange,
  record: (observation: Observation) => void,
): void => void exchange.response.once('close', () => record(createObservation(templates, exchange)))
