import type { ContentModel } from '@content-service/domain'
import type { Bucket } from '@content-service/identity'
import type { OperationNote } from '@content-service/graphql-schema'
import type { Request, RequestHandler, Response } from 'express'
import { getPartialLocals } from '../request-locals.ts'
import { findRoute } from './route-of.ts'

/** One request, once it is over: what the log and the metrics tell of it. Nothing of its body, query or credential. */
export interface Observation {
  readonly requestId: string
  /** Null where no trace is recorded. */
  readonly traceId: string | null
  readonly method: string
  /** Its template, `/api/users/:id`; `none` where nothing is. */
  readonly route: string
  readonly status: number
  /** The client went away before it was answered. */
  readonly isAborted: boolean
  readonly seconds: number
  /** `user 7`, `api-key …` or `client …`; null for who has proved nothing. */
  readonly principal: string | null
  /** Which quota it was too much for; null when it was not. */
  readonly exceeded: Bucket['kind'] | null
  /** What it ran, over GraphQL. */
  readonly operation: OperationNote | null
}

interface Observed {
  readonly request: Request
  readonly response: Response
  /** As `performance.now()` had it. */
  readonly start: number
}

/** What there is to tell of a request that is over. */
export const createObservation = (
  model: ContentModel,
  { request, response, start }: Observed,
): Observation => {
  const { requestId = '', traceId = null, quotaUsage, operation = null } = getPartialLocals(response)
  return {
    requestId,
    traceId,
    method: request.method,
    route: findRoute(request.originalUrl, model),
    status: response.statusCode,
    isAborted: !response.writableFinished,
    seconds: (performance.now() - start) / 1000,
    principal: quotaUsage?.principal ?? null,
    exceeded: quotaUsage?.exceeded ?? null,
    operation,
  }
}

/** Tells of each request when it is over, however it ends. */
export const observe =
  (model: ContentModel, tell: (observation: Observation) => void): RequestHandler =>
  (request, response, next) => {
    const start = performance.now()
    response.once('close', () => tell(createObservation(model, { request, response, start })))
    next()
  }
