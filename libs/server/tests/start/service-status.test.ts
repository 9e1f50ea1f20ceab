import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  AS_ADMIN,
  basic,
  DATABASES,
  startTestService,
  type TestService,
} from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'
const SECRET = 'the secret of this test, thirty-two bytes'

describe.each(DATABASES)('C19.5 the status of the service on %s', (kind) => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(kind, { ENCRYPTION_SECRET: SECRET, MAX_WEBHOOKS: '7' })
    const input = { username: 'rob', email: 'rob@example.org', password: PASSWORD }
    const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    await service.graphql(document, { input }, null)
  }, 60_000)
  afterAll(() => service.stop())

  const get = (as: string | null) => service.call('GET', '/api/status', { as })

  it('has the details of /readyz and the settings, over both interfaces', async () => {
    const { status, body, headers } = await get(AS_ADMIN)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      status: 'ready',
      checks: { process: 'ok', database: 'ok', migrations: 'ok' },
      settings: { MAX_WEBHOOKS: 7, ENCRYPTION_SECRET: 'hidden', REDIS_URL: null },
    })
    const { body: typed } = await service.graphql('{ serviceStatus }')
    expect(typed.data.serviceStatus).toMatchObject({ status: 'ready', settings: body.settings })
    const { settings: _, ...details } = body
    const ready = (await service.call('GET', '/readyz', { as: AS_ADMIN })).body
    expect(Object.keys(details)).toEqual(Object.keys(ready))
  })

  it('contains no secret', async () => {
    const { body } = await get(AS_ADMIN)
    const text = JSON.stringify(body)
    for (const secret of [SECRET, ADMIN_PASSWORD, service.databaseUrl ?? SECRET])
      expect(text).not.toContain(secret)
  })

  it('needs audit:read', async () => {
    const asRob = basic('rob', PASSWORD)
    expect([(await get(null)).status, (await get(asRob)).status]).toEqual([401, 403])
    const { body } = await service.graphql('{ serviceStatus }', {}, asRob)
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect((await service.call('GET', '/api/status?x=1', { as: AS_ADMIN })).status).toBe(400)
  })
})
