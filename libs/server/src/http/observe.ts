import type { RestInterface } from '../composition/rest-interface.ts'
import type { Observation } from '../operating/observation.ts'
import type { Exchange } from './exchange.ts'
import { nameRoute } from './choose-interface.ts'

/** Describes a finished exchange. */
export const createObservation = (rest: RestInterface, exchange: Exchange): Observation => {
  const { requestId, traceId, method, response, startedAt, quotaUsage, operation, lists } = exchange
  return {
    requestId,
    traceId,
    method,
    route: nameRoute(exchange, rest),
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
  rest: RestInterface,
  exchange: Exchange,
  record: (observation: Observation) => void,
): void => void exchange.response.once('close', () => record(createObservation(rest, exchange)))
