import type { User } from '@content-service/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let rita: User
beforeEach(async () => {
  world = await aRestWorld()
  rita = await world.user('rita')
})

const send = (
  method: string,
  below: string,
  body: object | string = '',
  { as = rita, headers = {} }: { as?: User | null; headers?: Record<string, string | undefined> } = {},
) => world.send(method, `/api/me${below}`, { as, body, headers })

const PROFILE = { bio: null, avatar: null, website: null, location: null }

describe('C6.1 /api/me', () => {
  it('shows the complete account to its owner', async () => {
    const answer = await send('GET', '')
    expect(readBody(answer)).toEqual({
      id: String(rita.id),
      username: 'rita',
      name: 'rita',
      email: 'rita@example.org',
      pendingEmail: null,
      age: null,
      role: 'READER',
      roles: ['READER'],
      status: 'ACTIVE',
      permissions: [],
      profile: PROFILE,
      settings: { locale: 'en', timezone: 'UTC', theme: 'SYSTEM' },
      preferences: { newsletter: false, commentNotifications: true, followNotifications: true },
      createdAt: expect.any(String),
      updatedAt: null,
    })
    const headers = { 'if-none-match': answer.headers['etag'] }
    expect((await send('GET', '', '', { headers })).status).toBe(304)
  })

  it('RFC 7396: PATCH also merges the profile', async () => {
    await send('PATCH', '', { profile: { bio: 'Reads.', location: 'Oslo' } })
    const answer = await send('PATCH', '', { age: 40, profile: { bio: null } })
    expect(readBody(answer)).toMatchObject({ age: 40, profile: { ...PROFILE, location: 'Oslo' } })
    const read = await send('GET', '')
    expect([read.body, read.headers['etag']]).toEqual([answer.body, answer.headers['etag']])
  })

  it('C6.6 refuses in order; the owner cannot change the members that only others decide', async () => {
    const guest = await world.user('gil', 'GUEST')
    const stale = { 'if-match': '"stale"' }
    const refusals = [
      [await send('GET', '', '', { as: null }), 401, 'UNAUTHENTICATED'],
      [await send('PATCH', '', '{', { as: null }), 401, 'UNAUTHENTICATED'],
      [await send('PATCH', '', '{', { as: guest }), 403, 'FORBIDDEN'],
      [await send('PATCH', '', '{', { headers: stale }), 400, 'BAD_REQUEST'],
      [await send('PATCH', '', { name: null }, { headers: stale }), 412, 'PRECONDITION_FAILED'],
      [await send('PATCH', '', { name: null }), 422, 'BAD_USER_INPUT'],
      [await send('PATCH', '', { role: 'ADMIN' }), 422, 'BAD_USER_INPUT'],
      [await send('PATCH', '', { profile: null }), 422, 'BAD_USER_INPUT'],
      [await send('PATCH', '', { profile: { avatar: 'javascript:alert(1)' } }), 422, 'BAD_USER_INPUT'],
      [await send('PATCH', '', { username: 'ADMIN' }), 409, 'CONFLICT'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
    expect((await world.context.stores.users.get(rita.id))?.version).toBe(1)
  })
})

describe.each([
  ['/settings', { theme: 'DARK' }, { locale: 'en', timezone: 'UTC', theme: 'DARK' }, { theme: 'PINK' }],
  [
    '/preferences',
    { newsletter: true },
    { newsletter: true, commentNotifications: true, followNotifications: true },
    { newsletter: 'yes' },
  ],
] as const)('C3.8 /api/me%s', (below, change, after, wrong) => {
  it('are changed member by member, if they still have the read version', async () => {
    const before = (await send('GET', below)).headers['etag']
    await send('PATCH', '', { name: 'Rita R.' })
    const answer = await send('PATCH', below, change, { headers: { 'if-match': before } })
    expect(readBody(answer)).toEqual(after)
    const read = await send('GET', below)
    expect([read.body, read.headers['etag']]).toEqual([answer.body, answer.headers['etag']])
    const again = await send('PATCH', below, change, { headers: { 'if-match': before } })
    expect(readCode(again)).toEqual([412, 'PRECONDITION_FAILED'])
  })

  it('C6.6 refuse in order', async () => {
    const member = Object.keys(change)[0] as string
    expect(readCode(await send('PATCH', below, '{', { as: null }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(readCode(await send('PATCH', below, '{'))).toEqual([400, 'BAD_REQUEST'])
    for (const body of [wrong, { [member]: null }, { other: 1 }])
      expect(readCode(await send('PATCH', below, body))).toEqual([422, 'BAD_USER_INPUT'])
  })
})

describe('C3.8 PUT and DELETE /api/me/following/{id}', () => {
  it('are idempotent, and find only users whom the caller may see', async () => {
    const jane = await world.user('jane', 'AUTHOR')
    const put = (id: unknown, as: User | null = rita) => send('PUT', `/following/${id}`, '', { as })
    expect(readCode(await put(jane.id))).toEqual([404, 'NOT_FOUND'])
    await world.article(jane, 'Out')
    expect([(await put(jane.id)).status, (await put(jane.id)).status]).toEqual([204, 204])
    const remove = () => send('DELETE', `/following/${jane.id}`)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect(readCode(await put(jane.id, null))).toEqual([401, 'UNAUTHENTICATED'])
    expect(readCode(await put('no-id'))).toEqual([404, 'NOT_FOUND'])
  })
})
