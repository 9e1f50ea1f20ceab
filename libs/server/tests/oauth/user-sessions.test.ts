import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, DATABASES, startTestService, type TestService } from '../support/service.ts'

const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }
const PASSWORD = 'harbour lantern 58'
const AS_ROB = basic('rob', PASSWORD)

describe.each(DATABASES)('C19.5 the sessions of other users on %s', (kind) => {
  let service: TestService
  let rob: string

  beforeAll(async () => {
    service = await startTestService(kind, {
      OAUTH_CLIENT_ID: CLIENT.client_id,
      OAUTH_CLIENT_SECRET: CLIENT.client_secret,
      OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
    })
    const input = { username: 'rob', email: 'rob@example.org', password: PASSWORD }
    const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    rob = (await service.graphql(document, { input }, null)).body.data.createUser.id
  }, 60_000)
  afterAll(() => service.stop())

  const token = async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...CLIENT, ...fields })
    const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
    return (await response.json()) as { readonly refresh_token: string; readonly error?: string }
  }
  const signIn = () => token({ grant_type: 'password', username: 'rob', password: PASSWORD })
  const list = (as: string | null) => service.call('GET', `/api/users/${rob}/sessions`, { as })
  const end = (session: string, user = rob, as: string | null = AS_ADMIN) =>
    service.call('DELETE', `/api/users/${user}/sessions/${session}`, { as })
  const run = async (document: string, as?: string) => (await service.graphql(document, {}, as)).body

  it('are listed and ended over REST', async () => {
    const { refresh_token } = await signIn()
    const { status, body } = await list(AS_ADMIN)
    expect([status, body]).toEqual([
      200,
      [expect.objectContaining({ clientId: 'app', scopes: expect.any(Array) })],
    ])
    const { id } = body[0]
    expect((await end(id, '1')).status).toBe(404)
    expect((await end(id)).status).toBe(204)
    expect((await end(id)).status).toBe(404)
    expect((await token({ grant_type: 'refresh_token', refresh_token })).error).toBe('invalid_grant')
    expect((await list(AS_ADMIN)).body).toEqual([])
  })

  it('are listed and ended over GraphQL, and the audit log has the end', async () => {
    const { refresh_token } = await signIn()
    const { data } = await run(`{ userSessions(userId: "${rob}") { id clientName createdAt } }`)
    const [{ id }] = data.userSessions
    expect((await run(`mutation { endUserSession(id: "${id}") }`)).data).toEqual({ endUserSession: true })
    expect((await token({ grant_type: 'refresh_token', refresh_token })).error).toBe('invalid_grant')
    const log = await run(
      `{ auditLog(first: 1, action: "endUserSession") { edges { node { resource resourceId } } } }`,
    )
    expect(log.data.auditLog.edges[0].node).toEqual({ resource: 'sessions', resourceId: id })
  })

  it('need users:write on the user', async () => {
    const { data } = await run('{ currentUser { id } }')
    const ofAdmin = `/api/users/${data.currentUser.id}/sessions`
    expect((await service.call('GET', ofAdmin, { as: AS_ROB })).status).toBe(404)
    expect((await service.call('GET', ofAdmin, { as: null })).status).toBe(401)
    expect((await list(AS_ROB)).status).toBe(200)
    const { errors } = await run(`{ userSessions(userId: "${data.currentUser.id}") { id } }`, AS_ROB)
    expect(errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await service.call('GET', '/api/users/abc/sessions', { as: AS_ADMIN })).status).toBe(404)
  })
})
