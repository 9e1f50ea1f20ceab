import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../tests/support/service.ts'
import { removeValues } from './statement-spans.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** A small OpenTelemetry collector: it accepts posts to /v1/traces (OTLP over HTTP). */
const startCollector = async () => {
  const received: Export[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push((await json(request)) as Export)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => void server.close(),
  }
}

const SECRET_TEXT = `O'Brien\\'s "secret" -- 471108152342 $$ text`

const readValue = (span: Span | undefined, key: string): unknown => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value
  return Object.values(value ?? {})[0]
}

describe('OTEL_EXPORTER_OTLP_ENDPOINT', { timeout: 60_000 }, () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let spans: readonly Span[] = []
  let parented: readonly Span[] = []
  const parentTrace = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${parentTrace}-b7ad6b7169203331-01`

  /** All spans of a service that has done `work` and has stopped. */
  const recordSpans = async (
    settings: Readonly<Record<string, string>>,
    work: (service: TestService) => Promise<unknown>,
  ): Promise<readonly Span[]> => {
    collector.received.length = 0
    const service = await startTestService('PostgreSQL', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...settings,
    })
    try {
      await work(service)
    } finally {
      await service.stop()
    }
    return collector.received
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
  }

  beforeAll(async () => {
    collector = await startCollector()
    const create =
      'mutation Write($title: String!) { createArticle(input: { authorId: "2", title: $title, content: "T" }) { id } }'
    spans = await recordSpans({}, async (service) => {
      await service.graphql(create, { title: SECRET_TEXT })
      await service.graphql('{ article(id: "none") { id } }', {}, null)
      await service.call('GET', '/api/articles', { headers: { traceparent } })
      await service.call('GET', '/api/search?q=confidential')
      await service.call('GET', '/readyz', { as: null })
    })
    parented = await recordSpans({ TRUST_PROXY: '127.0.0.1' }, (service) =>
      service.call('GET', '/api/articles', { headers: { traceparent } }),
    )
  }, 60_000)
  afterAll(() => collector.close())

  const findSpan = (name: string): Span | undefined => spans.find((span) => span.name === name)
  const below = (parent: Span | undefined): readonly Span[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

  it('the span of a GraphQL request contains the span of its operation, which contains the spans of its statements', () => {
    const request = findSpan('POST /graphql')
    expect([readValue(request, 'http.response.status_code'), readValue(request, 'enduser.id')]).toEqual([
      200,
      'user 2',
    ])
    const operation = below(request).find(({ name }) => name === 'GraphQL mutation')
    expect(readValue(operation, 'graphql.operation.name')).toBe('Write')
    const statements = below(operation).map(({ name }) => name)
    expect(statements).toEqual(expect.arrayContaining(['BEGIN', 'INSERT articles', 'COMMIT']))
  })

  it('the span of a REST request contains the spans of its statements, and has the template of its route', () => {
    const request = findSpan('GET /api/articles')
    expect(below(request).map(({ name }) => name)).toContain('SELECT articles')
    expect(readValue(request, 'content_service.request_id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('no span contains a value of the request, a query string or a credential', () => {
    const text = JSON.stringify(spans)
    for (const secret of ['Brien', 'secret', '471108152342', 'confidential', 'Basic', 'example.org'])
      expect(text).not.toContain(secret)
  })

  it('the resource has a name', () => {
    const [resource] = collector.received.flatMap(({ resourceSpans }) => resourceSpans)
    expect(resource?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'content-service' },
    })
  })

  it('continues the trace of a trusted proxy, and ignores the traces of others', () => {
    expect(findSpan('GET /api/articles')?.traceId).not.toBe(parentTrace)
    expect(parented.find(({ name }) => name === 'GET /api/articles')?.traceId).toBe(parentTrace)
  })

  it('OTEL_TRACES_SAMPLER_ARG is the share of recorded traces', async () => {
    expect(
      await recordSpans({ OTEL_TRACES_SAMPLER_ARG: '0' }, (service) => service.call('GET', '/api/articles')),
    ).toEqual([])
  })

  it('a missing collector delays no request', async () => {
    const service = await startTestService('PostgreSQL', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    })
    expect((await service.call('GET', '/api/articles')).status).toBe(200)
    await service.stop()
  })
})

describe('the text of a statement', () => {
  it.each([
    [
      `select * from users where name = 'O''Brien' and id = 42`,
      'select * from users where name = ? and id = ?',
    ],
    [`select E'a\\\\''b', 1.5, "u0"."id", $1, col2`, 'select E?, ?, "u0"."id", $1, col2'],
    [`insert into t values ('it''s\n-- here', '')`, 'insert into t values (?, ?)'],
  ])('%s', (sql, shown) => {
    expect(removeValues(sql)).toBe(shown)
  })
})
