import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const ROBOT = {
  name: 'Robot',
  grants: ['CLIENT_CREDENTIALS', 'PASSWORD', 'REFRESH_TOKEN'],
  scopes: ['users:read'],
}

describe.each(SAMPLED_DATABASES)('C12.2 administration of OAuth clients on %s', (kind) => {
  let service: TestService
  let admin: Person
  let reader: Person
  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    const cast = aCast(service, SECRET)
    admin = await cast.personWithPassword('ADMIN')
    reader = await cast.personWithPassword('READER')
  }, 60_000)
  afterAll(() => service.stop())

  const call = (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ) => service.call(method, path, { as: admin.as, headers, ...(body && { body }) })
  const registerClient = async (more: object = {}) =>
    (await call('POST', '/api/oauth-clients', { ...ROBOT, ...more })).body
  const token = async (
    client: { readonly id: string; readonly secret: string },
    more: Readonly<Record<string, string>> = {},
  ) => {
    const form = {
      client_id: client.id,
      client_secret: client.secret,
      grant_type: 'client_credentials',
      ...more,
    }
    const answer = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const body = (await answer.json()) as Readonly<Record<'access_token' | 'refresh_token' | 'error', string>>
    return { status: answer.status, ...body }
  }
  const usersBy = (accessToken: string) => service.call('GET', '/api/me', { as: `Bearer ${accessToken}` })

  it('C6.3 are a list like other lists', async () => {
    await registerClient()
    await registerClient()
    const list = await call('GET', '/api/oauth-clients?limit=1')
    expect([list.status, list.body.length]).toEqual([200, 1])
    expect(list.headers.get('link')).toMatch(/rel="first".*rel="next".*rel="last"/)
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2)
    const etag = list.headers.get('etag') ?? ''
    expect(
      (await call('GET', '/api/oauth-clients?limit=1', undefined, { 'if-none-match': etag })).status,
    ).toBe(304)
    expect((await call('HEAD', '/api/oauth-clients?limit=1')).headers.get('etag')).toBe(etag)
    expect((await call('GET', '/api/oauth-clients?limit=101')).status).toBe(400)
    const options = await call('OPTIONS', '/api/oauth-clients')
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS'])
  })

  it('a client has GET, HEAD, OPTIONS and DELETE; only the response to POST has the secret', async () => {
    const made = await call('POST', '/api/oauth-clients', ROBOT)
    const { secret, ...shown } = made.body
    expect([made.status, made.headers.get('cache-control'), typeof secret]).toEqual([
      201,
      'no-store',
      'string',
    ])
    expect(shown).toMatchObject({ ...ROBOT, redirectUris: [], public: false })
    const path = made.headers.get('location') ?? ''
    expect(path).toBe(`/api/oauth-clients/${shown.id}`)
    const got = await call('GET', path)
    expect([got.status, got.body]).toEqual([200, shown])
    expect((await call('HEAD', path)).headers.get('etag')).toBe(got.headers.get('etag'))
    expect((await call('OPTIONS', path)).headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS')
    expect((await call('DELETE', path, undefined, { 'if-match': '"stale"' })).status).toBe(412)
    expect((await call('DELETE', path)).status).toBe(204)
    expect([(await call('DELETE', path)).status, (await call('GET', path)).status]).toEqual([404, 404])
  })

  it('accepts grants in the spelling of RFC 6749; unknown grants and scopes are 422', async () => {
    expect((await registerClient({ grants: ['client_credentials'] })).grants).toEqual(['CLIENT_CREDENTIALS'])
    for (const wrong of [{ grants: ['implicit'] }, { grants: [] }, { scopes: ['users:fly'] }, { owner: 1 }])
      expect((await call('POST', '/api/oauth-clients', { ...ROBOT, ...wrong })).status).toBe(422)
  })

  it('a new secret ends the old secret at once, and issued tokens stay valid', async () => {
    const client = await registerClient()
    const before = await token(client)
    const rotated = await call('POST', `/api/oauth-clients/${client.id}/secret`)
    expect([rotated.status, rotated.headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(await token(client)).toMatchObject({ status: 401, error: 'invalid_client' })
    const [after, checked] = [
      await token({ ...client, secret: rotated.body.secret }),
      await service.call('GET', '/api/users?limit=1', { as: `Bearer ${before.access_token}` }),
    ]
    expect([after.status, checked.status]).toEqual([200, 200])
  })

  it('C6.9 no secret is stored for an Idempotency-Key', async () => {
    const client = await registerClient()
    const rotate = () =>
      call('POST', `/api/oauth-clients/${client.id}/secret`, undefined, { 'idempotency-key': 'rotate-once' })
    const [first, second] = [await rotate(), await rotate()]
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(second.body.secret).not.toBe(first.body.secret)
  })

  it('a deleted client loses its tokens: its own tokens, and the access and refresh tokens of its users', async () => {
    const client = await registerClient()
    const me = (await service.call('GET', '/api/me', { as: reader.as })).body
    const user = { grant_type: 'password', username: me.username, password: CAST_PASSWORD }
    const [own, ofUser] = [await token(client), await token(client, user)]
    expect((await usersBy(ofUser.access_token)).status).toBe(200)
    await service.graphql('mutation ($id: ID!) { deleteOAuthClient(id: $id) }', { id: client.id }, admin.as)
    expect(await token(client)).toMatchObject({ status: 401, error: 'invalid_client' })
    const refresh = { grant_type: 'refresh_token', refresh_token: ofUser.refresh_token }
    expect(await token(client, refresh)).toMatchObject({ status: 401 })
    // C7.5: the service refuses the tokens within five seconds.
    for (const refused of [ofUser, own])
      await expect
        .poll(async () => (await usersBy(refused.access_token)).body.code, { timeout: 7_000, interval: 200 })
        .toBe('INVALID_TOKEN')
  })

  it('C7.10 each write is in the audit log', async () => {
    const { id } = await registerClient()
    await call('POST', `/api/oauth-clients/${id}/secret`)
    await call('DELETE', `/api/oauth-clients/${id}`)
    await service.call('DELETE', `/api/oauth-clients/${id}`, { as: reader.as })
    const { body } = await service.graphql(
      '{ auditLog(first: 20) { edges { node { action resourceId decision } } } }',
      {},
      admin.as,
    )
    const entries = body.data.auditLog.edges.map(({ node }: { node: object }) => node)
    expect(entries).toEqual(
      expect.arrayContaining(
        [
          ['createOAuthClient', 'ALLOW'],
          ['rotateOAuthClientSecret', 'ALLOW'],
          ['deleteOAuthClient', 'ALLOW'],
          ['deleteOAuthClient', 'DENY'],
        ].map(([action, decision]) => ({ action, resourceId: id, decision })),
      ),
    )
  })
})
