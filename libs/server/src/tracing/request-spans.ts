import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { AddressSet } from '@content-service/identity'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTrustedPeer } from '../connections/trusted-peer.ts'
import type { Observation } from '../operating/observation.ts'
import type { Spans } from './spans.ts'

const propagator = new W3CTraceContextPropagator()

/** Continues only the trace of a trusted proxy, because the parent decides whether the request is recorded. */
const extractParent = (request: IncomingMessage, trustProxy: AddressSet): Context =>
  isTrustedPeer(request, trustProxy)
    ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    : ROOT_CONTEXT

/** The semantic conventions for HTTP servers, without the URL, which can contain personal data. */
const describe = (span: Span, { method, route, status, requestId, principal }: Observation): void => {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'content_service.request_id': requestId,
    ...(principal !== null && { 'enduser.id': principal }),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A request with its response. */
export interface TracedExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Set if the trace is recorded. */
  traceId: string | null
}

/** Runs the work of a request in a span, which `observe` describes at its end. */
export type TraceRequest = (
  exchange: TracedExchange,
  work: () => Promise<void>,
  observe: () => Observation,
) => Promise<void>

export const traceRequests =
  ({ tracer, around }: Spans, trustProxy: AddressSet): TraceRequest =>
  (exchange, work, observe) => {
    const parent = extractParent(exchange.request, trustProxy)
    const span = tracer.startSpan(exchange.method, { kind: SpanKind.SERVER }, parent)
    if (span.isRecording()) exchange.traceId = span.spanContext().traceId
    exchange.response.once('close', () => {
      describe(span, observe())
      span.end()
    })
    return around.run(trace.setSpan(parent, span), work)
  }
