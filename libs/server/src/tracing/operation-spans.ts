import { tracingChannel } from 'node:diagnostics_channel'
import { SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { ContentError } from '@content-service/domain'
import { OPERATION_CHANNEL, type OperationMessage } from '@content-service/graphql-schema'
import type { GraphQLError } from 'graphql'
import type { Spans } from './spans.ts'

/** Casts a message to its documented type, because channels have no types. */
const toOperation = (message: unknown): OperationMessage => message as OperationMessage

const isOurFault = ({ originalError }: GraphQLError): boolean =>
  originalError !== undefined && !(originalError instanceof ContentError)

const end = (span: Span, { result, error }: OperationMessage): void => {
  const errors = result?.errors ?? []
  span.setAttribute('graphql.errors', errors.length)
  if (error !== undefined || errors.some(isOurFault)) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * A span for each operation, around its reads and writes. The whole process shares the channel: an operation outside of a
 * request has no parent span, and gets no span.
 */
export const traceOperations = ({ tracer, around }: Spans): (() => void) => {
  const spans = new WeakMap<OperationMessage, Span>()
  const begin = (message: unknown): Context | undefined => {
    const parent = around.getStore()
    if (parent === undefined) return undefined
    const { type, name } = toOperation(message)
    const attributes = {
      'graphql.operation.type': type,
      ...(name !== undefined && { 'graphql.operation.name': name }),
    }
    const span = tracer.startSpan(`GraphQL ${type}`, { attributes }, parent)
    spans.set(toOperation(message), span)
    return trace.setSpan(parent, span)
  }
  const finish = (message: unknown): void => {
    const operation = toOperation(message)
    const span = spans.get(operation)
    if (span) end(span, operation)
  }
  const { start, asyncEnd } = tracingChannel(OPERATION_CHANNEL)
  start.bindStore(around, begin)
  asyncEnd.subscribe(finish)
  return () => {
    start.unbindStore(around)
    asyncEnd.unsubscribe(finish)
  }
}
