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
import type { Request, RequestHandler } from 'express'
import { isTrustedPeer } from '../request-address.ts'
import { getPartialLocals } from '../request-locals.ts'
import { createObservation, type Observation } from '../operating/observation.ts'
import type { Templates } from '../operating/route-of.ts'
import type { Spans } from './spans.ts'

const propagator = new W3CTraceContextPropagator()

/** Continues only the trace of a trusted proxy, because the parent decides whether the request is recorded. */
const extractParent = (request: Request, trustProxy: AddressSet): Context =>
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

/** A span for each request, around all its work. */
export const traceRequests =
  ({ tracer, around }: Spans, { trustProxy, templates }: TracedRequests): RequestHandler =>
  (request, response, next) => {
    const { method, originalUrl: target } = request
    const startedAt = performance.now()
    const parent = extractParent(request, trustProxy)
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent)
    if (span.isRecording()) response.locals['traceId'] = span.spanContext().traceId
    response.once('close', () => {
      const locals = { ...getPartialLocals(response), startedAt }
      describe(span, createObservation(templates, { method, target, response, locals }))
      span.end()
    })
    around.run(trace.setSpan(parent, span), next)
  }
