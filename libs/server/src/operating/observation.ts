import type { Bucket } from '@content-service/identity'
import type { AskedList } from '@content-service/domain/internal/lists'
import type { OperationNote } from '@content-service/graphql-schema'

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
  /** The first filtered and ordered lists of the request. */
  readonly lists: readonly AskedList[]
}
