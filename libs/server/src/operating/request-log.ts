import type { Logger } from 'pino'
import type { Observation } from './observation.ts'

const rounded = (seconds: number): number => Math.round(seconds * 100_000) / 100

/** They come every few seconds, and say something only when they fail. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const levelOf = (route: string, status: number): 'error' | 'debug' | 'info' => {
  if (status >= 500) return 'error'
  return PROBES.has(route) ? 'debug' : 'info'
}

/** One line per request; what failed on our side has a line of its own, with the same request id. */
export const logRequests =
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
      durationMs: rounded(seconds),
      ...(operation && { operation: operation.fields, cost: operation.cost }),
      ...(isAborted && { isAborted }),
    }
    log[levelOf(route, status)](line, 'request')
  }
