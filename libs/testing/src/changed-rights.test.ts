import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type ServiceCaller, type TestService } from './index.ts'

const PASSWORD = 'maroon kettle drifts'
const SIGN_OUT = { query: 'mutation { signOutEverywhere }' }
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }

describe.each(['memory', 'pglite'] as const)(
  'C7.2 in the process where they change, rights change at once on %s:',
  (database) => {
    let service: TestService
    let names = 0
    beforeAll(async () => {
      service = await startService({
        database,
        settings: {
          OAUTH_CLIENT_ID: CLIENT.client_id,
          OAUTH_CLIENT_SECRET: CLIENT.client_secret,
          OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
        },
      })
    })
    afterAll(() => service.stop())

    const addUser = (role: string, password?: string) => {
      names += 1
      return service.seed.user(`ada${names}`, { role, ...(password !== undefined && { password }) })
    }

    /** Only administrators may read the audit log. */
    const readAuditLog = async (caller: ServiceCaller, headers = {}) => {
      const { status, body } = await caller.rest<{ code?: string }>('GET', '/api/audit-log', { headers })
      return body.code ?? status
    }

    /** A user whose rights the service has just read. */
    const aKnownUser = async (role: string) => {
      const user = await addUser(role)
      expect(await readAuditLog(service.as(user))).toBe(role === 'ADMIN' ? 200 : 'FORBIDDEN')
      return user
    }

    it.each([
      ['a lower role', 'ADMIN', 'READER', 'FORBIDDEN'],
      ['a higher role', 'READER', 'ADMIN', 200],
    ])('%s', async (_, before, role, expected) => {
      const user = await aKnownUser(before)
      const change =
        'mutation ($id: ID!, $role: UserRole!) { updateUser(input: { id: $id, role: $role }) { id } }'
      await service.as('ADMIN').graphql(change, { id: user.id, role })
      expect(await readAuditLog(service.as(user))).toBe(expected)
    })

    it('the end of an account', async () => {
      const user = await aKnownUser('ADMIN')
      await service.as('ADMIN').rest('DELETE', `/api/users/${user.id}`)
      expect(await readAuditLog(service.as(user))).toBe('INVALID_TOKEN')
    })

    it.each(['revocation', 'sign-out everywhere', 'the end of the session'])(
      'C7.5 %s of a token',
      async (end) => {
        const { username } = await addUser('ADMIN', PASSWORD)
        const post = async (path: string, fields: Readonly<Record<string, string>>) =>
          service.anonymous.rest<Record<string, string>>('POST', path, {
            body: new URLSearchParams({ ...CLIENT, ...fields }),
          })
        const signedIn = await post('/oauth/token', { grant_type: 'password', username, password: PASSWORD })
        const { access_token = '', refresh_token = '' } = signedIn.body
        const headers = { authorization: `Bearer ${access_token}` }
        expect(await readAuditLog(service.anonymous, headers)).toBe(200)
        if (end === 'revocation') await post('/oauth/revoke', { token: access_token })
        else if (end === 'the end of the session') await post('/oauth/revoke', { token: refresh_token })
        else await service.anonymous.rest('POST', '/graphql', { body: SIGN_OUT, headers })
        expect(await readAuditLog(service.anonymous, headers)).toBe('INVALID_TOKEN')
      },
    )
  },
)
