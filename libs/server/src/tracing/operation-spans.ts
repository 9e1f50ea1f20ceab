import { channel } from 'node:diagnostics_channel'
import { SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { ContentError } from '@content-service/domain'
import type { GraphQLError, GraphQLExecuteContext } from 'graphql'
import type { Spans } from './spans.ts'

const openChannel = (moment: 'start' | 'end' | 'asyncEnd') => channel(`tracing:graphql:execute:${moment}`)

/** Casts a message to its documented type, because the channels of graphql have no types. */
const toExecution = (message: unknown): GraphQLExecuteContext => message as GraphQLExecuteContext

const isOurFault = ({ originalError }: GraphQLError): boolean =>
  originalError !== undefined && !(originalError instanceof ContentError)

const end = (span: Span, { result, error }: GraphQLExecuteContext): void => {
  const errors = result !== undefined && 'errors' in result ? (result.errors ?? []) : []
  span.setAttribute('graphql.errors', errors.length)
  if (error !== undefined || errors.some(isOurFault)) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * A span for each operation, around its resolvers, from the messages of graphql on `node:diagnostics_channel`. The
 * whole process shares the channel: an operation outside of a request has no parent span, and gets no span.
 */
export const traceOperations = ({ tracer, around }: Spans): (() => void) => {
  const spans = new WeakMap<GraphQLExecuteContext, Span>()
  const begin = (message: unknown): Context | undefined => {
    const parent = around.getStore()
    if (parent === undefined) return undefined
    const { operationType = 'operation', operationName } = toExecution(message)
    const attributes = {
      'graphql.operation.type': operationType,
      ...(operationName !== undefined && { 'graphql.operation.name': operationName }),
    }
    const span = tracer.startSpan(`GraphQL ${operationType}`, { attributes }, parent)
    spans.set(toExecution(message), span)
    return trace.setSpan(parent, span)
  }
  const finish = (message: unknown): void => {
    const execution = toExecution(message)
    const span = spans.get(execution)
    if (span) end(span, execution)
  }
  // A synchronous execution has no asynchronous end.
  const finishAtOnce = (message: unknown): void => {
    const { result, error } = toExecution(message)
    if (result !== undefined || error !== undefined) finish(message)
  }
  const [start, ended, endedLater] = [openChannel('start'), openChannel('end'), openChannel('asyncEnd')]
  start.bindStore(around, begin)
  ended.subscribe(finishAtOnce)
  endedLater.subscribe(finish)
  return () => {
    start.unbindStore(around)
    ended.unsubscribe(finishAtOnce)
    endedLater.unsubscribe(finish)
  }
}
