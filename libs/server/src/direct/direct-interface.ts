import type { IncomingMessage } from 'node:http'
import type { Context } from '@content-service/domain'
import type { OperationNote } from '@content-service/graphql-schema'
import type { QuotaUsage } from '@content-service/identity'

/** An ordinary request whose sender and body are known. */
export interface DirectRequest {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly requestId: string
  readonly quotaUsage: QuotaUsage
  readonly context: Context
  readonly abort: () => void
}

export interface DirectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent for a response without content. */
  readonly body?: string | Buffer
  readonly operation?: OperationNote
}

/** An interface that answers ordinary requests without express. */
export interface DirectInterface {
  /** Whether the request is an ordinary one of this interface. */
  accepts(request: IncomingMessage): boolean
  /** Null if express must answer. */
  answer(request: DirectRequest): Promise<DirectResponse | null>
}
