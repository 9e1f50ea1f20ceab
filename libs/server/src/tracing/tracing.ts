import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Tracer } from '@opentelemetry/api'
import type { AddressSet } from '@content-service/identity'
import type { StatementHook } from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import type { TraceRequest } from './request-spans.ts'
import type { Spans } from './spans.ts'

/** Traces of requests: HTTP, GraphQL and SQL. */
export interface Tracing {
  readonly onStatement: StatementHook
  /** Continues the traces of trusted proxies. */
  requests(trustProxy: AddressSet): TraceRequest
  /** Sends the remaining spans. */
  close(): Promise<void>
}

interface Provider {
  getTracer(name: string): Tracer
  shutdown(): Promise<void>
}

/** The time that the last export may take during a stop (C10.4). */
const EXPORT_TIMEOUT_MS = 2_000

/** Loads the exporter, which only a service with traces needs. It reads further OpenTelemetry variables. */
const openExporter = async (endpoint: string, timeoutMillis: number) => {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis })
}

/** Sends no spans to the collector. @throws Error if it does not accept them. */
export const checkCollector = async (endpoint: string, timeoutMs: number): Promise<void> => {
  const exporter = await openExporter(endpoint, timeoutMs)
  try {
    const { error } = await new Promise<{ readonly error?: Error }>((resolve) => exporter.export([], resolve))
    if (error) throw error
  } finally {
    await exporter.shutdown()
  }
}

const openProvider = async (endpoint: string, share: number): Promise<Provider> => {
  const [sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    openExporter(endpoint, EXPORT_TIMEOUT_MS),
    import('@opentelemetry/resources'),
  ])
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = sdk
  // The resource reads the other OpenTelemetry variables.
  const named = resources.resourceFromAttributes({ 'service.name': 'content-service' })
  const told = resources.detectResources({ detectors: [resources.envDetector] })
  return new TracerProvider({
    resource: resources.defaultResource().merge(named).merge(told),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
}

/** Null without an endpoint in the settings. */
export const openTracing = async (
  { otlpEndpoint, traceShare }: Pick<Settings, 'otlpEndpoint' | 'traceShare'>,
  log: Logger,
): Promise<Tracing | null> => {
  if (otlpEndpoint === undefined) return null
  const { traceOperations } = await import('./operation-spans.ts')
  const { traceRequests } = await import('./request-spans.ts')
  const { traceStatements } = await import('./statement-spans.ts')
  const provider = await openProvider(otlpEndpoint, traceShare)
  const spans: Spans = {
    tracer: provider.getTracer('content-service'),
    around: new AsyncLocalStorage<Context>(),
  }
  const endOperations = traceOperations(spans)
  return {
    onStatement: traceStatements(spans),
    requests: (trustProxy) => traceRequests(spans, trustProxy),
    close: async () => {
      endOperations()
      const lost = (error: unknown) => log.warn({ err: error }, 'the service could not send the last traces')
      await provider.shutdown().catch(lost)
    },
  }
}
