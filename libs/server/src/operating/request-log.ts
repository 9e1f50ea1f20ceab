import type { Logger } from 'pino'
import type { Observation } from './observation.ts'

const toMilliseconds = (seconds: number): number => Math.round(seconds * 100_000) / 100

/** Probes come every few seconds, so that only their failures are logged. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const chooseLevel = (route: string, status: number): 'error' | 'debug' | 'info' => {
  if (status >= 500) return 'error'
  return PROBES.has(route) ? 'debug' : 'info'
}

/** Logs a line for each request. An internal error has a separate line with the same request id. */
export const createRequestLog =
  (log: Logger) =>
  (observation: Observation): void => {
    const { requestId, traceId, principal, method, route, status, seconds, isAborted, operation } =
      observation
    const line = {
      requestId,
      ...(traceId !== null && { traceId }),
      principal,
      method,
      route,
      status,
      durationMs: toMilliseconds(seconds),
      ...(operation && { operation: operation.fields, cost: operation.cost }),
      ...(isAborted && { isAborted }),
    }
    log[chooseLevel(route, status)](line, 'request')
  }
