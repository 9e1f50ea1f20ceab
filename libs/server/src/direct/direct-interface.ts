import type { IncomingMessage } from 'node:http'
import type { Context } from '@content-service/domain'
import type { OperationNote } from '@content-service/graphql-schema'
import type { Bucket, QuotaUsage } from '@content-service/identity'
import type { Content } from '../sending/content.ts'

/** An ordinary request whose sender and body are known. */
export interface DirectRequest {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly requestId: string
  readonly quotaUsage: QuotaUsage
  readonly context: Context
  readonly bucket: Bucket
  readonly abort: () => void
}

export interface DirectResponse extends Content {
  readonly operation?: OperationNote
}

/** An interface that answers ordinary requests without express. */
export interface DirectInterface {
  /** Whether the request is an ordinary one of this interface. */
  accepts(request: IncomingMessage): boolean
  /** Null if express must answer. */
  answer(request: DirectRequest): Promise<DirectResponse | null>
  /** The response if that of `answer` has no room. */
  refuse(request: DirectRequest, answered: DirectResponse): Content
}
