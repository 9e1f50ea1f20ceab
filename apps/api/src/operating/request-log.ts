import type { Logger } from 'pino'
import type { Observation } from './observation.ts'

const rounded = (seconds: number): number => Math.round(seconds * 100_000) / 100

/** One line per request; what failed on our side has a line of its own, with the same request id. */
export const logRequests =
  (log: Logger) =>
  ({ requestId, principal, method, route, status, seconds, isAborted, operation }: Observation): void => {
    const line = {
      requestId,
      principal,
      method,
      route,
      status,
      durationMs: rounded(seconds),
      ...(operation && { operation: operation.fields, cost: operation.cost }),
      ...(isAborted && { isAborted }),
    }
    if (status >= 500) log.error(line, 'request')
    else log.info(line, 'request')
  }
