import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../../tests/support/service.ts'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { readSettings } from '../settings/read-settings.ts'
import { startService, type RunningService } from '../start/start.ts'
import { createMetrics } from './metrics.ts'

type Line = Readonly<Record<string, unknown>>

describe('C13.6 a slow request', { timeout: 60_000 }, () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  let service: RunningService
  let other: Client
  const lines: Line[] = []

  beforeAll(async () => {
    database = await createMigratedDatabase()
    const settings = {
      ...{ PORT: '0', DATABASE_URL: database.url, JWT_SECRET, SLOW_REQUEST_MS: '100' },
      ...{ ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' },
    }
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    service = await startService(readSettings(settings), log)
    other = new Client({ connectionString: database.url })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await service.stop()
    await database.drop()
  })
  beforeEach(() => void lines.splice(0))

  const headers = { authorization: AS_ADMIN, 'content-type': 'application/json' }

  /** Sends a request while another session locks articles and products, so that its read takes at least 150 ms. */
  const sendSlowly = async (path: string, body?: object): Promise<Line> => {
    await other.query('begin')
    await other.query('lock table articles, products in access exclusive mode')
    const sent = fetch(service.url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await other.query('rollback')
    const response = await sent
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('errors')])
    await expect.poll(() => lines.filter(({ msg }) => msg === 'slow request')).toHaveLength(1)
    return lines.find(({ msg }) => msg === 'slow request') ?? {}
  }
  const readMetrics = async (): Promise<string> =>
    (await (await fetch(`${service.url}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('slow_requests_total{'))
      .join('\n')

  it('is logged and counted with the shape of its filter and the missing index', async () => {
    const query = `query ($text: String!) {
      articles(where: { or: [{ owner: { username: { eq: $text } } }, { views: { gt: 7 } }] }, orderBy: [{ field: TITLE }]) { id }
    }`
    const line = await sendSlowly('/graphql', { query, variables: { text: 'hidden' } })
    const filter =
      'articles(where: { or: [{ owner: { username: { eq } } }, { views: { gt } }] }, orderBy: title)'
    const told = { operation: 'query articles', filter, missingIndex: 'articles.owner' }
    expect(line).toMatchObject({ level: 40, requestId: expect.any(String), ...told })
    expect(Number(line['durationMs'])).toBeGreaterThanOrEqual(100)
    expect(JSON.stringify(line)).not.toContain('hidden')
    const metrics = await readMetrics()
    expect(metrics).toContain(
      `operation="${told.operation}",filter="${filter}",missing_index="${told.missingIndex}"`,
    )
  })

  it('names the filters of prepared reads and of REST, and no value', async () => {
    const query = 'query ($tag: String!) { articles(where: { tags: { has: $tag } }) { id } }'
    const shape = { filter: 'articles(where: { tags: { has } })', missingIndex: '' }
    for (const tag of ['one', 'two', 'three']) {
      expect(await sendSlowly('/graphql', { query, variables: { tag } })).toMatchObject(shape)
      lines.splice(0)
    }
    const line = await sendSlowly('/api/products?title[startsWith]=hidden&sort=-title')
    expect(line).toMatchObject({
      operation: 'GET /api/products',
      filter: 'products(where: { title: { startsWith } }, orderBy: -title)',
      missingIndex: 'products.title.startsWith',
    })
  })

  it('is no fast request', async () => {
    await fetch(`${service.url}/api/articles`, { headers })
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(1)
    const [{ durationMs } = {}] = lines
    expect(lines.filter(({ msg }) => msg === 'slow request')).toHaveLength(Number(Number(durationMs) > 100))
  })
})

it('slow requests have at most a hundred series of metrics, and then one for all others', async () => {
  const nothing = async () => null
  const metrics = createMetrics({
    pool: nothing,
    replicas: () => null,
    isLimitShared: () => true,
    streams: () => 0,
    backlog: nothing,
    mails: nothing,
    handlers: nothing,
    integrity: nothing,
  })
  for (let count = 0; count < 150; count += 1)
    metrics.recordSlow({ operation: 'query articles', filter: `filter ${count}`, missingIndex: '' })
  const series = (await metrics.text()).split('\n').filter((line) => line.startsWith('slow_requests_total{'))
  expect(series).toHaveLength(101)
  expect(series.at(-1)).toBe('slow_requests_total{operation="other",filter="other",missing_index="other"} 50')
})
