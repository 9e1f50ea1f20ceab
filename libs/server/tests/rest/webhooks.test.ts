import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const WEBHOOK = { url: 'https://events.example/in', events: ['article.published'] }

describe.each(SAMPLED_DATABASES)('C11.1 webhooks on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(kind)
  }, 30_000)
  afterAll(() => service.stop())

  const createWebhook = async () => (await service.call('POST', '/api/webhooks', { body: WEBHOOK })).body

  it('REST responds to a new webhook with 201, Location, ETag, no-store, and the secret, which no other response has', async () => {
    const { status, headers, body } = await service.call('POST', '/api/webhooks', { body: WEBHOOK })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toMatchObject({ ...WEBHOOK, enabled: true, version: 1 })
    expect(body.secret).toMatch(/^whsec_/)
    const { secret, ...rest } = body
    const found = await service.call('GET', headers.get('location') ?? '')
    expect([found.body, found.headers.get('etag')]).toEqual([rest, headers.get('etag')])
    expect(JSON.stringify((await service.call('GET', '/api/webhooks')).body)).not.toContain(secret)
  })

  it('GraphQL returns the secret beside the new webhook', async () => {
    const query = `mutation ($input: CreateWebhookInput!) {
      createWebhook(input: $input) { secret webhook { url events enabled createdAt version } }
    }`
    const { body } = await service.graphql(query, { input: WEBHOOK })
    expect(body.data.createWebhook).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      webhook: { ...WEBHOOK, enabled: true, version: 1 },
    })
  })

  it('C6.8 an old version changes nothing: over REST it is 412, and over GraphQL CONFLICT', async () => {
    const { id } = await createWebhook()
    const path = `/api/webhooks/${id}`
    const etag = (await service.call('GET', path)).headers.get('etag') ?? ''
    const patch = () =>
      service.call('PATCH', path, { body: { enabled: false }, headers: { 'if-match': etag } })
    expect([(await patch()).status, (await patch()).status]).toEqual([200, 412])
    const update = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { version } }'
    const stale = await service.graphql(update, { input: { id, enabled: true, version: 1 } })
    expect(stale.body.errors[0].extensions.code).toBe('CONFLICT')
    const current = await service.graphql(update, { input: { id, enabled: true, version: 2 } })
    expect(current.body.data.updateWebhook).toEqual({ version: 3 })
  })

  it.each([
    [{ ...WEBHOOK, url: 'ftp://events.example' }, '/url'],
    [{ ...WEBHOOK, events: [] }, '/events'],
    [{ ...WEBHOOK, events: ['article.read'] }, '/events/0'],
    [{ ...WEBHOOK, ownerId: 1 }, '/ownerId'],
    [{ url: WEBHOOK.url }, '/events'],
  ])('refuses %j at %s', async (body, pointer) => {
    const answer = await service.call('POST', '/api/webhooks', { body })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer])
  })

  it('C7.10 writes are in the audit log, without the secret', async () => {
    const { id, secret } = await createWebhook()
    const { body } = await service.graphql(
      '{ auditLog(first: 5) { edges { node { action resource resourceId } } } }',
      {},
      AS_ADMIN,
    )
    expect(body.data.auditLog.edges[0].node).toEqual({
      action: 'createWebhook',
      resource: 'webhooks',
      resourceId: id,
    })
    expect(JSON.stringify(body)).not.toContain(secret)
  })
})
