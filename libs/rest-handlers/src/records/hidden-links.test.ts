import type { User } from '@content-service/domain'
import { callerOf, memoryStores, MemoryTables, talkModel as model } from '@content-service/domain/testing'
import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'

describe('C14.2 links to records that the caller may not read', () => {
  let world: Awaited<ReturnType<typeof aRestWorld>>
  let rita: User
  let rob: User
  let room: string
  let draft: string
  let published: string
  let talk: string
  beforeEach(async () => {
    world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    ;[rita, rob] = [await world.user('rita', 'AUTHOR'), await world.user('rob')]
    draft = (await world.article(rita, 'A draft', { status: 'DRAFT' })).id
    published = (await world.article(rita, 'An article', { status: 'PUBLISHED' })).id
    room = readBody(await world.send('POST', '/api/rooms', { as: rita, body: { name: 'Attic' } })).id
    const body = { title: 'On types', roomId: room, articleId: draft }
    talk = readBody(await world.send('POST', '/api/talks', { as: rita, body })).id
  })

  it.each([
    ['a guest', () => null],
    ['another user', () => rob],
  ])('are null in lists and single records for %s', async (_, who) => {
    const hidden = { id: talk, title: 'On types', room: null, article: null, speaker: { username: 'rita' } }
    const list = await world.send('GET', '/api/talks', { as: who() })
    expect([list.status, readBody(list)]).toMatchObject([200, [hidden]])
    expect(readBody(await world.send('GET', `/api/talks/${talk}`, { as: who() }))).toMatchObject(hidden)
  })

  it('are shown to callers who may read the records', async () => {
    const shown = { room: { name: 'Attic', keeper: { username: 'rita' } }, article: { id: draft } }
    expect(readBody(await world.send('GET', `/api/talks/${talk}`, { as: rita }))).toMatchObject(shown)
    expect(readBody(await world.send('GET', '/api/talks'))).toMatchObject([shown])
  })

  it('find no records as a filter', async () => {
    const find = async (query: string, as: User | null) =>
      readBody(await world.send('GET', `/api/talks?${query}`, { as })).length
    expect([await find(`roomId=${room}`, rita), await find(`articleId=${draft}`, rita)]).toEqual([1, 1])
    for (const as of [rob, null])
      expect([await find(`roomId=${room}`, as), await find(`articleId=${draft}`, as)]).toEqual([0, 0])
  })

  it('cannot be set, and the refusal is that of an unknown id', async () => {
    const refuse = async (method: string, path: string, body: object) => {
      const { status, body: text } = await world.send(method, path, { as: rob, body })
      return [status, { ...JSON.parse(text), instance: '' }]
    }
    const own = readBody(await world.send('POST', '/api/rooms', { as: rob, body: { name: 'Cellar' } })).id
    const given = { title: 'Mine', roomId: own, articleId: published }
    const mine = readBody(await world.send('POST', '/api/talks', { as: rob, body: given })).id
    const ask = (id: string) =>
      Promise.all([
        refuse('POST', '/api/talks', { ...given, roomId: id }),
        refuse('PATCH', `/api/talks/${mine}`, { roomId: id }),
        refuse('POST', `/api/talks/${mine}/move`, { into: id }),
      ])
    const refused = await ask(room)
    expect(refused).toEqual(await ask(UNKNOWN))
    expect(refused.map(([status]) => status)).toEqual([422, 422, 422])
    expect(refused[0]?.[1]).toMatchObject({
      errors: [{ pointer: '/roomId', message: 'there is no room with this id' }],
    })
  })

  it('cannot be confirmed by an update with the present id', async () => {
    const mine = `/api/talks/${talk}`
    // A reader may not read their own draft of earlier.
    const reader = { ...rita, roles: ['READER'] as const }
    for (const articleId of [draft, UNKNOWN])
      expect(readCode(await world.send('PATCH', mine, { as: reader, body: { articleId } }))).toEqual([
        422,
        'BAD_USER_INPUT',
      ])
  })

  it('a replay shows them to no credential that may not read them', async () => {
    const body = { title: 'Again', roomId: room, articleId: published }
    const headers = { 'idempotency-key': 'a-key-of-rita' }
    const scoped = (...scopes: string[]) => restrict(model.policy, callerOf(rita), scopes)
    const whole = scoped('talks:write', 'talks:read', 'rooms:read', 'articles:read')
    const first = await world.send('POST', '/api/talks', { by: whole, body, headers })
    expect(readBody(first)).toMatchObject({ room: { name: 'Attic' }, article: { id: published } })
    const narrow = scoped('talks:write', 'talks:read')
    const replayed = await world.send('POST', '/api/talks', { by: narrow, body, headers })
    expect([replayed.status, replayed.body]).toEqual([201, ''])
  })

  it('the article of a comment is null without articles:read', async () => {
    const { id } = readBody(
      await world.send('POST', `/api/articles/${published}/comments`, { body: { content: 'Well said.' } }),
    )
    const by = restrict(model.policy, callerOf(world.admin), ['comments:read'])
    expect(readBody(await world.send('GET', `/api/comments/${id}`, { by }))).toMatchObject({ article: null })
    expect(readBody(await world.send('GET', `/api/comments/${id}`))).toMatchObject({
      article: { id: published },
    })
    const [hit] = readBody(await world.send('GET', '/api/search?query=said&types=COMMENT', { by }))
    expect(hit).toMatchObject({ type: 'COMMENT', id, articleId: null })
  })
})
