import { restrict } from '@content-service/authz/restrict'
import { contentPolicy, type User } from '@content-service/domain'
import { callerOf } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let ada: User
beforeEach(async () => {
  world = await aRestWorld()
  ada = await world.user('ada', 'AUTHOR')
})

const at = (user: User) => `/api/users/${user.id}/access`
const get = (user: User, as: User | null = world.admin) => world.send('GET', at(user), { as })
const patch = (user: User, body: object | string, as: User | null = world.admin, headers = {}) =>
  world.send('PATCH', at(user), { as, body, headers })
const findPointers = (answer: Awaited<ReturnType<typeof get>>): readonly string[] =>
  readBody(answer).errors.map(({ pointer }: { readonly pointer: string }) => pointer)

describe('C6.1 GET /api/users/{id}/access', () => {
  it('has the fields that the resource of the user leaves out, with a tag', async () => {
    const shown = await get(ada)
    expect([shown.status, readBody(shown)]).toEqual([
      200,
      { username: 'ada', role: 'AUTHOR', roles: ['AUTHOR'], status: 'ACTIVE', permissions: [] },
    ])
    const again = { 'if-none-match': shown.headers['etag'] ?? '' }
    expect((await world.send('GET', at(ada), { headers: again })).status).toBe(304)
    expect(readCode(await world.send('GET', `${at(ada)}?fields=role`))).toEqual([400, 'BAD_REQUEST'])
  })

  it('is shown to callers who may read the user', async () => {
    const bob = await world.user('bob', 'AUTHOR')
    expect([
      (await get(ada, ada)).status,
      (await get(ada, bob)).status,
      (await get(ada, null)).status,
    ]).toEqual([200, 404, 401])
    expect((await world.send('GET', '/api/users/4711/access')).status).toBe(404)
  })
})

describe('C6.1 PATCH /api/users/{id}/access', () => {
  it.each([
    [{ username: 'countess' }, { username: 'countess' }],
    [{ role: 'EDITOR' }, { role: 'EDITOR', roles: ['EDITOR'] }],
    [{ roles: ['READER', 'EDITOR'] }, { role: 'EDITOR', roles: ['READER', 'EDITOR'] }],
    [{ status: 'SUSPENDED' }, { status: 'SUSPENDED' }],
    [{ permissions: ['users:read'] }, { permissions: ['users:read'] }],
  ])('changes %j, and answers with the new access and its tag', async (body, expected) => {
    const changed = await patch(ada, body)
    expect([changed.status, readBody(changed)]).toEqual([200, expect.objectContaining(expected)])
    const { headers, body: text } = await get(ada)
    expect([headers['etag'], JSON.parse(text)]).toEqual([changed.headers['etag'], readBody(changed)])
  })

  it('C6.8 changes only the version that If-Match names', async () => {
    const { headers } = await get(ada)
    const known = { 'if-match': headers['etag'] ?? '' }
    expect((await patch(ada, { role: 'EDITOR' }, world.admin, known)).status).toBe(200)
    expect(readCode(await patch(ada, { role: 'READER' }, world.admin, known))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
  })

  it.each([
    [{ age: 36 }, ['/age']],
    [{ deleted: true }, ['/deleted']],
    [{ tokensValidFrom: '2020-01-01T00:00:00Z' }, ['/tokensValidFrom']],
    [{ emailConfirmedAt: null, status: 'AWAY' }, ['/emailConfirmedAt', '/status']],
    [{ username: 'a b' }, ['/username']],
    [{ username: null }, ['/username']],
    [{ role: 'KING' }, ['/role']],
    [{ roles: ['KING'], permissions: ['cakes:eat'] }, ['/permissions', '/roles']],
    [{ role: 'EDITOR', roles: ['EDITOR'] }, ['/roles']],
  ])('refuses %j at its members', async (body, pointers) => {
    const refused = await patch(ada, body)
    expect([refused.status, findPointers(refused).toSorted()]).toEqual([422, pointers])
    expect(readBody(await get(ada))).toMatchObject({ username: 'ada', roles: ['AUTHOR'], status: 'ACTIVE' })
  })

  it('has the rights of updateUser', async () => {
    const bob = await world.user('bob', 'AUTHOR')
    const outcomes = [
      await patch(ada, { role: 'READER' }, null),
      await patch(ada, { role: 'READER' }, bob),
      await patch(ada, { role: 'ADMIN' }, ada),
      await patch(ada, { status: 'INACTIVE' }, ada),
      await patch(ada, { permissions: ['users:read'] }, ada),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual([401, 404, 403, 403, 403])
    expect((await patch(ada, { username: 'ada.l' }, ada)).status).toBe(200)
    expect(readCode(await patch(ada, { username: 'bob' }))).toEqual([409, 'CONFLICT'])
    expect(readCode(await patch(world.admin, { role: 'READER' }))).toEqual([409, 'CONFLICT'])
  })

  it('C12.3 gives no right that the credential does not have', async () => {
    const by = restrict(contentPolicy, callerOf(world.admin), ['users:read', 'users:write'])
    const refused = await world.send('PATCH', at(ada), { by, body: { role: 'ADMIN' } })
    expect(readCode(refused)).toEqual([403, 'FORBIDDEN'])
  })
})

describe('C6.1 POST /api/users', () => {
  const post = (body: object) =>
    world.send('POST', '/api/users', { body: { email: 'mia@example.org', ...body } })

  it('takes a username, or derives one', async () => {
    const given = readBody(await post({ username: 'Mia.B' }))
    expect(Object.keys(given)).toEqual(['id', 'name', 'email', 'age'])
    expect(readBody(await world.send('GET', `/api/users/${given.id}/access`)).username).toBe('Mia.B')
    const derived = readBody(await post({ email: 'mia@example.com' }))
    expect(readBody(await world.send('GET', `/api/users/${derived.id}/access`)).username).toBe('mia')
  })

  it('refuses a taken or wrong username', async () => {
    expect(readCode(await post({ username: 'ADA' }))).toEqual([409, 'CONFLICT'])
    expect(findPointers(await post({ username: 'm b' }))).toEqual(['/username'])
    expect((await post({ role: 'ADMIN' })).status).toBe(422)
  })
})
