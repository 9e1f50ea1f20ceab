import type { Context } from '@content-service/domain'
import type { OperationNote } from '@content-service/graphql-schema'
import type { QuotaUsage, Bucket } from '@content-service/identity'
import type { Response } from 'express'

/** What the routes know of a request before they look at it. */
export interface RequestLocals {
  readonly requestId: string
  /** Of the trace that it is part of, where one is recorded. */
  readonly traceId?: string
  readonly context: Context
  /** How to go on asking who sent the request, and for their context as of then; for what outlives an answer. */
  readonly renewal: () => Promise<() => Promise<Context>>
  /** Whom the request counts for (C9.1). */
  readonly bucket: Bucket
  /** Stops the request. Writes that have not been committed are rolled back. */
  readonly abort: () => void
  /** What the request takes of its sender's quota, which the headers of the answer tell (C9.1). */
  readonly quotaUsage: QuotaUsage
  /** Null if the body was larger than the limit. The route refuses the body after it has checked the permission (C6.6). */
  readonly body: Buffer | null
  /** What it ran, over GraphQL. */
  readonly operation?: OperationNote
  /** Why the body could not be read, which is said once the request has been counted. */
  readonly bodyError?: unknown
}

/** The same where a request may have been refused before all of it was known. */
export const getPartialLocals = (response: Response): Partial<RequestLocals> => response.locals

export const getLocals = (response: Response): RequestLocals => response.locals as RequestLocals
