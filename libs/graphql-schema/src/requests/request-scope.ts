import type { Context } from '@content-service/domain'
import type { Charge } from './limits/quota.ts'

/** The scope of a request: hand it over as the `context` of the graphql-http request. */
export interface RequestScope {
  readonly domain: Context
  /** The id that the client receives with an internal error, and that the log contains. */
  readonly requestId: string
  /** Called when the service gives up the request, which must then write nothing more (C5.8). */
  readonly abort?: () => void
  readonly charge?: Charge
  /** Receives the executed operation after its end. */
  readonly note?: (operation: OperationNote) => void
}

/** The executed operation of a request, for logs and metrics. */
export interface OperationNote {
  readonly type: 'query' | 'mutation' | 'subscription'
  /** The names of its root fields. */
  readonly fields: readonly string[]
  readonly cost: number
  readonly hasErrors: boolean
}
