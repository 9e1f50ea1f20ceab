import type { Context } from '@content-service/domain'
import type { OperationNote } from '@content-service/graphql-schema'
import type { QuotaUsage, Bucket } from '@content-service/identity'
import type { Response } from 'express'

/** The facts about a request that the middlewares find for the routes. */
export interface RequestLocals {
  readonly requestId: string
  /** The id of the recorded trace. */
  readonly traceId?: string
  readonly context: Context
  /** Authenticates the sender again, and creates the context of that time: for streams. */
  readonly renewal: () => Promise<() => Promise<Context>>
  /** The bucket of the request (C9.1). */
  readonly bucket: Bucket
  /** Stops the request. Writes that have not been committed are rolled back. */
  readonly abort: () => void
  /** The use of the sender's quota (C9.1). */
  readonly quotaUsage: QuotaUsage
  /** Null if the body was larger than the limit. The route refuses the body after it has checked the permission (C6.6). */
  readonly body: Buffer | null
  /** The operation of a GraphQL request. */
  readonly operation?: OperationNote
  /** Why the body could not be read. The request is refused after it is counted. */
  readonly bodyError?: unknown
}

/** The facts about a request that may have been refused early. */
export const getPartialLocals = (response: Response): Partial<RequestLocals> => response.locals

export const getLocals = (response: Response): RequestLocals => response.locals as RequestLocals
