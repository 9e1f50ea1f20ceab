import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, type Cast, type Person } from './testing/cast.ts'
import { JWT_SECRET, startTestService, type TestService } from './testing/service.ts'

const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }

let service: TestService
let cast: Cast
beforeAll(async () => {
  service = await startTestService('PostgreSQL', {
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
  })
  cast = aCast(service, JWT_SECRET)
}, 30_000)
afterAll(() => service.stop())

/** Only administrators may read the audit log. */
const readAuditLog = async (as: string | null): Promise<string> => {
  const { body } = await service.graphql('{ auditLog(first: 1) { edges { node { id } } } }', {}, as)
  return body.errors?.[0]?.extensions?.code ?? body.code ?? (body.data ? 'OK' : JSON.stringify(body))
}

/** A user whose rights the service has just read. */
const aKnownUser = async (role: Parameters<Cast['person']>[0]): Promise<Person> => {
  const person = await cast.person(role)
  expect(await readAuditLog(person.as)).toBe(role === 'ADMIN' ? 'OK' : 'FORBIDDEN')
  return person
}

const setRole = async (id: string, role: string): Promise<void> => {
  const change =
    'mutation ($id: ID!, $role: UserRole!) { updateUser(input: { id: $id, role: $role }) { role } }'
  expect((await service.graphql(change, { id, role })).body.data.updateUser.role).toBe(role)
}

const post = async (path: string, fields: Readonly<Record<string, string>>) => {
  const response = await fetch(service.url + path, {
    method: 'POST',
    body: new URLSearchParams({ ...CLIENT, ...fields }),
  })
  return (await response.json()) as Readonly<Record<string, string>>
}

describe('C7.2 in the process where they change, rights change at once:', () => {
  it('a lower role', async () => {
    const { id, as } = await aKnownUser('ADMIN')
    await setRole(id, 'READER')
    expect(await readAuditLog(as)).toBe('FORBIDDEN')
  })

  it('a higher role', async () => {
    const { id, as } = await aKnownUser('READER')
    await setRole(id, 'ADMIN')
    expect(await readAuditLog(as)).toBe('OK')
  })

  it('the end of an account', async () => {
    const { id, as } = await aKnownUser('ADMIN')
    await service.call('DELETE', `/api/users/${id}`)
    expect(await readAuditLog(as)).toBe('INVALID_TOKEN')
  })

  it.each(['revocation', 'sign-out everywhere', 'the end of the session'])(
    'C7.5 %s of a token',
    async (end) => {
      const person = await cast.personWithPassword('ADMIN')
      const { body } = await service.call('GET', `/api/users/${person.id}`)
      const { access_token = '', refresh_token = '' } = await post('/oauth/token', {
        grant_type: 'password',
        username: body.email,
        password: CAST_PASSWORD,
      })
      const as = `Bearer ${access_token}`
      expect(await readAuditLog(as)).toBe('OK')
      if (end === 'revocation') await post('/oauth/revoke', { token: access_token })
      else if (end === 'the end of the session') await post('/oauth/revoke', { token: refresh_token })
      else await service.graphql('mutation { signOutEverywhere }', {}, as)
      expect(await readAuditLog(as)).toBe('INVALID_TOKEN')
    },
  )
})
