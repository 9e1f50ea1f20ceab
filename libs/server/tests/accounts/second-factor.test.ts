import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  AS_ADMIN,
  basic,
  SAMPLED_DATABASES,
  startTestService,
  type TestService,
} from '../support/service.ts'

const PASSWORD = 'seven quiet harbours'
const SECRET = 'a secret of thirty-two bytes or more'

describe.each(SAMPLED_DATABASES)('a second factor on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
  }, 30_000)
  afterAll(() => service.stop())

  let made = 0
  /** A user with a token, which still works when Basic does not. */
  const somebody = async () => {
    made += 1
    const input = { username: `user-${made}`, email: `user-${made}@example.org`, password: PASSWORD }
    const { body } = await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
    )
    const id: string = body.data.createUser.id
    return { id, login: input.username, as: `Bearer ${jwt.sign({ sub: id }, SECRET, { expiresIn: '15m' })}` }
  }
  /** The code of an app with the secret, some steps from now. */
  const generateCode = (secret: string, steps = 0): string =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  const post = (path: string, as: string, body: object) =>
    service.call('POST', `/api/me/second-factor${path}`, { as, body })

  it('is enabled, used and disabled over REST', async () => {
    const { as } = await somebody()
    const begun = await post('', as, { password: PASSWORD })
    expect([begun.status, begun.headers.get('cache-control'), Object.keys(begun.body)]).toEqual([
      201,
      'no-store',
      ['secret', 'uri'],
    ])
    const confirmed = await post('/confirmation', as, { code: generateCode(begun.body.secret) })
    expect([confirmed.status, confirmed.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    const state = await service.call('GET', '/api/me/second-factor', { as })
    expect(state.body).toEqual({ enabled: true, enabledAt: expect.any(String), recoveryCodesLeft: 10 })
    const proof = { password: PASSWORD, code: confirmed.body.recoveryCodes[0] }
    const renewed = await post('/recovery-codes', as, proof)
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([201, 10])
    expect((await post('/removal', as, proof)).status).toBe(422)
    const removal = await post('/removal', as, { ...proof, code: renewed.body.recoveryCodes[9] })
    expect(removal.status).toBe(204)
    expect((await service.call('GET', '/api/me/second-factor', { as })).body.enabled).toBe(false)
  })

  it('is enabled, used and disabled over GraphQL', async () => {
    const { as } = await somebody()
    const run = async (document: string) => (await service.graphql(document, {}, as)).body
    const { enableSecondFactor } = (
      await run(`mutation { enableSecondFactor(password: "${PASSWORD}") { secret uri } }`)
    ).data
    const code = generateCode(enableSecondFactor.secret)
    const { confirmSecondFactor } = (await run(`mutation { confirmSecondFactor(code: "${code}") }`)).data
    expect(confirmSecondFactor).toHaveLength(10)
    expect((await run('{ secondFactor { enabled recoveryCodesLeft } }')).data.secondFactor).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
    })
    const proof = (given: string) => `(password: "${PASSWORD}", code: "${given}")`
    const used = await run(`mutation { disableSecondFactor${proof(code)} }`)
    expect(used.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['code'] }],
    })
    const next = generateCode(enableSecondFactor.secret, 1)
    const { renewRecoveryCodes } = (await run(`mutation { renewRecoveryCodes${proof(next)} }`)).data
    const off = await run(`mutation { disableSecondFactor${proof(renewRecoveryCodes[0])} }`)
    expect(off.data).toEqual({ disableSecondFactor: true })
  })

  it('C7.4 ends Basic for the account, with a message after the right password', async () => {
    const { as, login } = await somebody()
    const { body } = await post('', as, { password: PASSWORD })
    expect((await service.call('GET', '/api/users', { as: basic(login, PASSWORD) })).status).toBe(200)
    await post('/confirmation', as, { code: generateCode(body.secret) })
    const signInWithBasic = async (password: string) => {
      const answer = await service.call('GET', '/api/users', { as: basic(login, password) })
      return [answer.status, answer.body.detail, answer.headers.get('www-authenticate')]
    }
    expect(await signInWithBasic(PASSWORD)).toEqual([401, expect.stringContaining('second factor'), 'Bearer'])
    expect(await signInWithBasic('wrong')).toEqual([
      401,
      'The username or the password is wrong.',
      'Basic realm="content-service", charset="UTF-8"',
    ])
  })

  it('can be removed by an administrator', async () => {
    const { as, id, login } = await somebody()
    const { body } = await post('', as, { password: PASSWORD })
    await post('/confirmation', as, { code: generateCode(body.secret) })
    const path = `/api/users/${id}/second-factor`
    expect((await service.call('DELETE', path, { as })).status).toBe(403)
    expect((await service.call('DELETE', path, { as: AS_ADMIN })).status).toBe(204)
    expect((await service.call('DELETE', path, { as: AS_ADMIN })).status).toBe(404)
    expect((await service.call('GET', '/api/users', { as: basic(login, PASSWORD) })).status).toBe(200)
  })

  it('C7.10 is in the audit log, without its secrets', async () => {
    const { body } = await service.graphql(
      '{ auditLog(first: 100) { edges { node { action resource credential decision } } } }',
    )
    const entries = body.data.auditLog.edges.map(({ node }: { node: object }) => node)
    expect(entries).toContainEqual({
      action: 'removeSecondFactor',
      resource: 'second-factors',
      credential: 'basic',
      decision: 'ALLOW',
    })
  })

  it('C6.6 checks the permission before the body', async () => {
    for (const path of ['', '/confirmation', '/recovery-codes', '/removal']) {
      const { status } = await service.call('POST', `/api/me/second-factor${path}`, { as: null, body: '{' })
      expect(status, path).toBe(401)
      const wrong = await service.call('POST', `/api/me/second-factor${path}`, {
        body: { password: 7, x: 1 },
      })
      expect(wrong.status, path).toBe(422)
    }
  })
})

it('C10.2 JWT_SECRET can change if ENCRYPTION_SECRET has the old value', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  const start = (settings: Record<string, string>) =>
    startTestService('PGlite', { DATA_DIR: folder, ...settings })
  const token = (secret: string) => `Bearer ${jwt.sign({ sub: '2' }, secret, { expiresIn: '15m' })}`
  const [before, after] = [SECRET, 'another secret of thirty-two bytes or more']
  const first = await start({ JWT_SECRET: before })
  const begun = await first.call('POST', '/api/me/second-factor', { body: { password: ADMIN_PASSWORD } })
  await first.stop()
  const confirm = (service: TestService) =>
    service.call('POST', '/api/me/second-factor/confirmation', {
      as: token(after),
      body: { code: new TOTP({ secret: begun.body.secret }).generate() },
    })
  const second = await start({ JWT_SECRET: after })
  expect((await confirm(second)).status).toBe(500)
  await second.stop()
  const third = await start({ JWT_SECRET: after, ENCRYPTION_SECRET: before })
  expect((await confirm(third)).status).toBe(200)
  await third.stop()
  await rm(folder, { recursive: true })
})
