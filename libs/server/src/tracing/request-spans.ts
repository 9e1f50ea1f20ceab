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
import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../http/exchange.ts'
import { isTrustedPeer } from '../http/request-address.ts'
import { createObservation } from '../http/observe.ts'
import type { Observation } from '../operating/observation.ts'
import type { Templates } from '../http/route-of.ts'
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

export interface TracedRequests {
  readonly trustProxy: AddressSet
  readonly templates: Templates
}

/** Runs the work of a request in a span. */
export type TraceRequest = (exchange: Exchange, work: () => Promise<void>) => Promise<void>

export const traceRequests =
  ({ tracer, around }: Spans, { trustProxy, templates }: TracedRequests): TraceRequest =>
  (exchange, work) => {
    const parent = extractParent(exchange.request, trustProxy)
    const span = tracer.startSpan(exchange.method, { kind: SpanKind.SERVER }, parent)
    if (span.isRecording()) exchange.traceId = span.spanContext().traceId
    exchange.response.once('close', () => {
      describe(span, createObservation(templates, exchange))
      span.end()
    })
    return around.run(trace.setSpan(parent, span), work)
  }
