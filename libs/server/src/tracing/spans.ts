import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Tracer } from '@opentelemetry/api'

/** What spans are made with, each below the one that goes on around it. */
export interface Spans {
  readonly tracer: Tracer
  /** The span that goes on, for whatever is done on its behalf. */
  readonly around: AsyncLocalStorage<Context>
}
