import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

let service: TestService

beforeAll(async () => {
  service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET })
})
afterAll(() => service.stop())

const tokenFor = (sub: string, secret = SECRET): string =>
  `Bearer ${jwt.sign({ sub, name: 'Admin' }, secret, { expiresIn: '15m' })}`

it('5 a bearer token acts for its user over both interfaces', async () => {
  const { body } = await service.graphql('{ currentUser { username role } }', {}, tokenFor('2'))
  expect(body.data.currentUser).toEqual({ username: 'admin', role: 'ADMIN' })
  expect((await service.call('GET', '/api/users/2', { as: tokenFor('2') })).body.name).toBe('Administrator')
})

it('5 rule 2: a bearer token that fails is 403, over both interfaces', async () => {
  for (const token of [
    tokenFor('2', 'another secret of thirty-two bytes'),
    tokenFor('999'),
    tokenFor('x'),
    'Bearer ',
    'Bearer x',
  ]) {
    const [graphql, rest] = [
      await service.graphql('{ __typename }', {}, token),
      await service.call('GET', '/api/users', { as: token }),
    ]
    expect([graphql.status, graphql.body.code, rest.status, typeof rest.body.error], token).toEqual([
      403,
      'INVALID_TOKEN',
      403,
      'string',
    ])
  }
})

it('C3.6 a token ends with the account of its user', { timeout: 30_000 }, async () => {
  const created = await service.call('POST', '/api/users', { body: { email: 'short@example.org' } })
  const token = tokenFor(String(created.body.id))
  const path = `/api/users/${created.body.id}`
  expect((await service.call('GET', path, { as: token })).status).toBe(200)
  await service.call('DELETE', path)
  await expect
    .poll(async () => (await service.call('GET', path, { as: token })).status, {
      timeout: 15_000,
      interval: 500,
    })
    .toBe(403)
})
