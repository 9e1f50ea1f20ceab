import type { Observation } from '../operating/observation.ts'
import type { Exchange } from './exchange.ts'
import { findRoute, type Templates } from './find-route.ts'

/** Describes a finished exchange. */
export const createObservation = (templates: Templates, exchange: Exchange): Observation => {
  const { requestId, traceId, method, path, response, startedAt, quotaUsage, operation, lists } = exchange
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
    lists,
  }
}

/** Calls `record` at the end of the exchange, also if the client ends it. */
export const observe = (
  templates: Templates,
  exchange: Exchange,
  record: (observation: Observation) => void,
): void => void exchange.response.once('close', () => record(createObservation(templates, exchange)))
