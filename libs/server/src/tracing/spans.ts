import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Tracer } from '@opentelemetry/api'

/** The dependencies of spans. */
export interface Spans {
  readonly tracer: Tracer
  /** The current span, which is the parent of new spans. */
  readonly around: AsyncLocalStorage<Context>
}
