import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, startTestService, type TestService } from '../../tests/support/service.ts'

describe.each(DATABASES)('C1.4 /metrics on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(kind, { RATE_LIMIT_ANONYMOUS: '20', TRUST_PROXY: '127.0.0.1' })
  }, 60_000)
  afterAll(() => service.stop())

  const metrics = async (): Promise<string> => (await service.call('GET', '/metrics', { as: null })).body
  /** The value of a line; 0 if the line is missing. */
  const readValue = (text: string, line: string): number =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.split(' ')[1] ?? 0,
    )
  const readCount = async (line: string): Promise<number> => readValue(await metrics(), line)

  it('counts requests by the template of their route', async () => {
    const line = 'http_request_duration_seconds_count{method="GET",route="/api/users/:id",status="404"}'
    for (const id of ['100', '101', '102']) await service.call('GET', `/api/users/${id}`)
    await expect.poll(() => readCount(line)).toBe(3)
    for (const path of ['/wp-login.php', '/api/hidden?secret=hidden', '/oauth/hidden'])
      await service.call('GET', path)
    const nowhere = 'http_request_duration_seconds_count{method="GET",route="none",status="404"}'
    await expect.poll(() => readCount(nowhere)).toBe(3)
    expect(await metrics()).not.toContain('hidden')
  })

  it('counts GraphQL by type and root field, with its cost', async () => {
    await service.graphql('{ first: articles { id } second: articles { id } currentUser { id } }')
    await service.graphql('mutation { deleteArticle(id: "none") }')
    const line = (labels: string) => `graphql_operation_duration_seconds_count{${labels}}`
    const read = line('type="query",field="articles",outcome="success"')
    await expect.poll(() => readCount(read)).toBe(2)
    expect(await readCount(line('type="query",field="currentUser",outcome="success"'))).toBe(1)
    const failed = line('type="mutation",field="deleteArticle",outcome="error"')
    await expect.poll(() => readCount(failed)).toBe(1)
    expect(await readCount('graphql_operation_cost_count')).toBe(2)
    expect(await readCount('graphql_operation_cost_sum')).toBe(41)
  })

  it('counts requests that the limits refused', async () => {
    const from = { 'x-forwarded-for': '192.0.2.1' }
    const statuses: number[] = []
    for (let index = 0; index < 23; index += 1)
      statuses.push((await service.call('GET', '/api/products', { as: null, headers: from })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    await expect.poll(() => readCount('rate_limited_requests_total{policy="address"}')).toBe(3)
    expect(await readCount('rate_limiter_shared')).toBe(0)
  })

  it('contains the event loop, and the connections of a pool', async () => {
    const text = await metrics()
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
    const pool = ['idle', 'busy', 'waiting'].map((state) => `database_pool_connections{state="${state}"}`)
    expect(pool.map((line) => text.includes(line))).toEqual(pool.map(() => kind === 'PostgreSQL'))
  })
})

describe('C11.1 the queue of the worker', () => {
  it('is visible without a worker: its length and lag, and in /readyz after a minute', async () => {
    const service = await startTestService('PostgreSQL')
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    try {
      await service.graphql(
        'mutation { createArticle(input: { title: "A", content: "B", excerpt: "", tags: [] }) { id } }',
      )
      await client.query(`update events set at = now() - interval '90 seconds'`)
      const { body } = await service.call('GET', '/metrics')
      expect(body).toMatch(/^queue_waiting [1-9]/m)
      expect(Number(/^queue_lag_seconds (.*)$/m.exec(body)?.[1])).toBeGreaterThan(89)
      expect(body).toMatch(/^queue_dead_letters 0$/m)
      const ready = await service.call('GET', '/readyz')
      expect([ready.status, ready.body.checks.queue]).toEqual([
        200,
        expect.stringMatching(/^behind by \d\d+ s$/),
      ])
    } finally {
      await client.end()
      await service.stop()
    }
  })
})

describe('C3.8 the queue of mails', () => {
  it('shows an undeliverable mail: the number and age of the mails that wait, and in /readyz after five minutes', async () => {
    const service = await startTestService('PostgreSQL', { SMTP_URL: 'smtp://127.0.0.1:1' })
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    try {
      expect((await service.call('GET', '/metrics')).body).toMatch(/^mails_waiting 0$/m)
      await service.graphql('mutation { inviteUser(email: "ada@example.org") { id } }')
      await client.query(`update mails set created_at = now() - interval '6 minutes'`)
      const ready = async () => (await service.call('GET', '/readyz')).body
      await expect
        .poll(ready)
        .toMatchObject({ status: 'ready', checks: { mails: expect.stringMatching(/^waiting for 36\d s$/) } })
      const { body } = await service.call('GET', '/metrics')
      expect(body).toMatch(/^mails_waiting 1$/m)
      expect(Number(/^mail_lag_seconds (.*)$/m.exec(body)?.[1])).toBeGreaterThan(359)
    } finally {
      await client.end()
      await service.stop()
    }
  })
})
