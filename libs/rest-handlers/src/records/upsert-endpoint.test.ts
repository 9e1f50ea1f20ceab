import type { User } from '@content-service/domain'
import { restrict } from '@content-service/authz/restrict'
import {
  Booking,
  bookingModel as model,
  callerOf,
  gigModel,
  memoryStores,
  MemoryTables,
  NOON,
} from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const startsAt = NOON.toISOString()
const PATH = '/api/bookings/by-ref/crm%2F1'

describe('C14.4 PUT /api/{path}/by-ref/{ref}', () => {
  let world: Awaited<ReturnType<typeof aRestWorld>>
  let author: User
  const put = (body: object, headers: Record<string, string> = {}, path = PATH) =>
    world.send('PUT', path, { as: author, body, headers })
  beforeEach(async () => {
    world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    author = await world.user('ada', 'AUTHOR')
  })

  it('creates with 201 and a Location, and changes with 200 and a Content-Location', async () => {
    const made = await put({ title: 'One', startsAt, slot: 7 })
    const { id } = readBody(made)
    expect(made).toMatchObject({ status: 201, headers: { location: `/api/bookings/${id}` } })
    const changed = await put({ title: 'Two', startsAt })
    expect(changed).toMatchObject({ status: 200, headers: { 'content-location': `/api/bookings/${id}` } })
    expect((await world.context.stores.records(Booking).get(id))?.ref).toBe('crm/1')
    expect(readBody(changed)).toMatchObject({ id, title: 'Two', slot: 7, version: 2 })
    const read = await world.send('GET', `/api/bookings/${id}`)
    expect([changed.headers['etag'], readBody(changed)]).toEqual([read.headers['etag'], readBody(read)])
  })

  it('C14.4 keeps the members of an existing record that the body leaves out, and needs all of a new one', async () => {
    expect(readCode(await put({ title: 'One' }))).toEqual([422, 'BAD_USER_INPUT'])
    const made = readBody(await put({ title: 'One', startsAt, slot: 7 }))
    const changed = await put({ title: 'Two' })
    expect(readBody(changed)).toMatchObject({ id: made.id, title: 'Two', startsAt, slot: 7, version: 2 })
    expect(readCode(await put({ titel: 'Two' }))).toEqual([422, 'BAD_USER_INPUT'])
  })

  it('C6.8 takes preconditions', async () => {
    const body = { title: 'One', startsAt }
    expect(readCode(await put(body, { 'if-match': '*' }))).toEqual([412, 'PRECONDITION_FAILED'])
    const made = await put(body, { 'if-none-match': '*' })
    expect(made.status).toBe(201)
    expect(readCode(await put(body, { 'if-none-match': '*' }))).toEqual([412, 'PRECONDITION_FAILED'])
    const matched = { 'if-match': String(made.headers['etag']) }
    expect((await put({ title: 'Two', startsAt }, matched)).status).toBe(200)
    expect(readCode(await put({ title: 'Three', startsAt }, matched))).toEqual([412, 'PRECONDITION_FAILED'])
  })

  it('C6.6 refuses in the order of refusals, and changes nothing', async () => {
    const reader = await world.user('rob')
    const refuse = async (as: User | null, body: object, headers = {}) =>
      readCode(await world.send('PUT', PATH, { as, body, headers }))
    expect(await refuse(null, {})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refuse(reader, {})).toEqual([403, 'FORBIDDEN'])
    expect(await refuse(author, {}, { 'content-type': 'text/plain' })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
    expect(await refuse(author, { title: 'One' }, { 'if-match': '*' })).toEqual([412, 'PRECONDITION_FAILED'])
    expect(await refuse(author, { title: 'One' })).toEqual([422, 'BAD_USER_INPUT'])
    const { errors } = JSON.parse((await put({ title: null, startsAt, ref: 'x', id: '1' })).body)
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/id',
      '/ref',
      '/title',
    ])
    expect(readBody(await world.send('GET', '/api/bookings'))).toEqual([])
  })

  it('refuses refs that are no names', async () => {
    const body = { title: 'One', startsAt }
    for (const ref of ['%20', 'a%0Ab', 'x'.repeat(301), '%00'])
      expect(readCode(await put(body, {}, `/api/bookings/by-ref/${ref}`))).toEqual([422, 'BAD_USER_INPUT'])
    for (const ref of ['%', '%ff', '%ed%a0%80'])
      expect(readCode(await put(body, {}, `/api/bookings/by-ref/${ref}`))).toEqual([400, 'BAD_REQUEST'])
    expect((await put(body, {}, '/api/bookings/by-ref/')).status).toBe(422)
    expect(await put(body, {}, '/api/categories/by-ref/x')).toMatchObject({ status: 404 })
  })

  it('answers OPTIONS and 405 with its one method', async () => {
    const refused = await world.send('GET', PATH)
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'PUT, OPTIONS'])
  })

  it('needs the right on all records, and the scope of each permission', async () => {
    const gigs = await aRestWorld({ model: gigModel, stores: memoryStores(new MemoryTables(), gigModel) })
    const owner = await gigs.user('gil', 'AUTHOR')
    const send = (options: object) => gigs.send('PUT', '/api/gigs/by-ref/a', { body: {}, ...options })
    const [status, code] = readCode(await send({ as: owner }))
    expect([status, code]).toEqual([403, 'FORBIDDEN'])
    const scoped = restrict(model.policy, callerOf(author), ['bookings:read' as never])
    expect(readCode(await world.send('PUT', PATH, { by: scoped, body: {} }))).toEqual([403, 'FORBIDDEN'])
  })
})
