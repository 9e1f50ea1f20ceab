import type { Context } from '@content-service/domain'
import type { OperationNote } from '@content-service/graphql-schema'
import type { QuotaUsage, Bucket } from '@content-service/identity'
import type { Response } from 'express'

/** The facts about a request that the middlewares find for the routes. */
export interface RequestLocals {
  readonly requestId: string
  /** The beginning of the request, as a value of `performance.now()`. */
  readonly startedAt: number
  /** The id of the recorded trace. */
  readonly traceId?: string
  readonly context: Context
  /** For streams: authenticates the sender again, and creates a context for the new time. */
  readonly renewal: () => Promise<() => Promise<Context>>
  /** The bucket in which the request counts (C9.1). */
  readonly bucket: Bucket
  /** Stops the request, and rolls back uncommitted writes. */
  readonly abort: () => void
  /** The use of the sender's quota (C9.1). */
  readonly quotaUsage: QuotaUsage
  /** Null if the body was larger than the limit. The route refuses it after the check of the permission (C6.6). */
  readonly body: Buffer | null
  /** The operation of a GraphQL request. */
  readonly operation?: OperationNote
  /** The error of an unreadable body. The service refuses the request after it has counted the request. */
  readonly bodyError?: unknown
}

/** The facts about a request, of which some are missing if the service refused the request early. */
export const getPartialLocals = (response: Response): Partial<RequestLocals> => response.locals

export const getLocals = (response: Response): RequestLocals => response.locals as RequestLocals
