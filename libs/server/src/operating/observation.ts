import type { Bucket } from '@content-service/identity'
import type { OperationNote } from '@content-service/graphql-schema'
import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { getPartialLocals, type RequestLocals } from '../request-locals.ts'
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

interface Observed {
  readonly method: string
  /** The address of the request, with its query. */
  readonly target: string
  readonly response: ServerResponse
  readonly locals: Partial<RequestLocals>
}

/** Describes a finished request. */
export const createObservation = (
  templates: Templates,
  { method, target, response, locals }: Observed,
): Observation => {
  const { requestId = '', startedAt = 0, traceId = null, quotaUsage, operation = null } = locals
  return {
    requestId,
    traceId,
    method,
    route: findRoute(target, templates),
    status: response.statusCode,
    isAborted: !response.writableFinished,
    seconds: (performance.now() - startedAt) / 1000,
    principal: quotaUsage?.principal ?? null,
    exceeded: quotaUsage?.exceeded ?? null,
    operation,
  }
}

/** Calls `tell` when the response has been sent, or when the client has ended the connection. */
export const whenClosed = (response: ServerResponse, tell: () => void): void => {
  // A closed response emits no more events.
  if (response.closed) tell()
  else response.once('close', tell)
}

/** Calls `tell` at the end of each request, including aborted requests. */
export const observe =
  (templates: Templates, tell: (observation: Observation) => void): RequestHandler =>
  (request, response, next) => {
    const { method, originalUrl: target } = request
    whenClosed(response, () =>
      tell(createObservation(templates, { method, target, response, locals: getPartialLocals(response) })),
    )
    next()
  }
