import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
const Visit = record({
  name: 'Visit',
  plural: 'visits',
  about,
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'all' },
    audit: { READER: (visit) => visit.isOpen.eq(true), ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    isOpen: field.flag({ about, initial: true }),
    note: field.line(80, { about, optional: true, seenWith: 'audit' }),
    before: field.one('self', { about, optional: true }),
  },
  operations: (on) => ({ touch: on({ about, permission: 'write' }) }),
})
const model = contentModel([...builtInModel.types, Visit])

describe('C12.16 the replay of a write, over both interfaces', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ content: { model } })
  })
  afterAll(() => service.stop())

  const post = async (path: string, body: object, key: string) =>
    service.as('READER').rest<Record<string, unknown>>('POST', path, {
      body,
      headers: { 'idempotency-key': key },
    })
  const mutate = (query: string, key: string) =>
    service.as('READER').rest('POST', '/graphql', { body: { query }, headers: { 'idempotency-key': key } })
  const close = (id: unknown) =>
    service.as('READER').rest('PATCH', `/api/visits/${String(id)}`, { body: { isOpen: false } })

  it('C12.16 hides over REST a member whose right is gone, and has the tag of the new content', async () => {
    const send = () => post('/api/visits', { title: 'One', note: 'A secret' }, 'rest')
    const first = await send()
    expect([first.status, first.body['note']]).toEqual([201, 'A secret'])
    expect((await send()).body['note']).toBe('A secret')
    await close(first.body['id'])
    const replay = await send()
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(replay.body).toEqual({ ...first.body, note: null })
    expect(replay.headers.get('etag')).toMatch(/^"1-/)
    expect(replay.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  it('C12.16 hides it in the response of an operation', async () => {
    const { body } = await post('/api/visits', { title: 'Two', note: 'A secret' }, 'made')
    const send = () => post(`/api/visits/${String(body['id'])}/touch`, {}, 'touched')
    expect((await send()).body['note']).toBe('A secret')
    await close(body['id'])
    expect((await send()).body['note']).toBeNull()
  })

  it('C12.16 hides it over GraphQL under each name, in fragments and in linked records', async () => {
    const { body } = await post('/api/visits', { title: 'Three', note: 'An old secret' }, 'old')
    const query = `mutation {
      made: createVisit(input: { title: "Four", note: "A secret", beforeId: "${String(body['id'])}" }) {
        id title hint: note ...Note before { title note }
      }
    } fragment Note on Visit { note }`
    const send = async () => (await mutate(query, 'graphql')).body as { data: { made: { id: string } } }
    const first = await send()
    expect(first).toMatchObject({
      data: { made: { hint: 'A secret', note: 'A secret', before: { note: 'An old secret' } } },
    })
    expect(await send()).toEqual(first)
    await close(first.data.made.id)
    const { id } = first.data.made
    expect(await send()).toMatchObject({
      data: {
        made: { id, title: 'Four', hint: null, note: null, before: { title: 'Three', note: null } },
      },
    })
  })
})
