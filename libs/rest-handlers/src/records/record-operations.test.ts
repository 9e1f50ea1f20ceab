import type { User } from '@content-service/domain'
import { memoryStores, MemoryTables, toolModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let rita: User
let rob: User
let subject: string
beforeEach(async () => {
  world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
  ;[rita, rob] = [await world.user('rita'), await world.user('rob')]
  subject = readBody(await world.send('POST', '/api/categories', { body: { name: 'Print' } })).id
})

const post = (more: object = {}, as: User | null = rita) =>
  world.send('POST', '/api/workshops', {
    as,
    body: { title: 'Type', startsAt: '2030-01-01T10:00:00Z', contact: 'x', subjectId: subject, ...more },
  })

describe('a declared type with an owner, a state and operations', () => {
  it('creates a record of the caller, and lists the records of a user', async () => {
    const { status, body } = await post({ topics: ['Lead'] })
    expect([status, JSON.parse(body)]).toEqual([
      201,
      expect.objectContaining({
        topics: ['lead'],
        progress: 'PLANNED',
        endsAt: null,
        host: { id: String(rita.id), username: 'rita', name: 'rita' },
      }),
    ])
    expect(readBody(await world.send('GET', `/api/workshops?hostId=${rita.id}`, { as: rita }))).toEqual([
      JSON.parse(body),
    ])
    expect(readBody(await world.send('GET', `/api/workshops?hostId=${rob.id}`))).toEqual([])
    expect(readCode(await post({ progress: 'OPEN' }))).toEqual([422, 'BAD_USER_INPUT'])
    expect(readCode(await post({ startsAt: 'tomorrow' }))).toEqual([422, 'BAD_USER_INPUT'])
  })

  it('shows a masked field to callers with its permission only', async () => {
    const path = `/api/workshops/${readBody(await post()).id}`
    expect(readBody(await world.send('GET', path, { as: rita })).contact).toBe('x')
    expect(readBody(await world.send('GET', path, { as: rob })).contact).toBeNull()
    expect(readBody(await world.send('GET', path, { as: null })).contact).toBeNull()
  })

  it('C6.8 accepts the tag of a record with a masked field', async () => {
    const eve = await world.user('eve', 'EDITOR')
    const path = `/api/workshops/${readBody(await post()).id}`
    const seen = await world.send('GET', path, { as: eve })
    expect(readBody(seen).contact).toBeNull()
    const headers = { 'if-match': seen.headers['etag'] }
    const patched = await world.send('PATCH', path, { as: eve, body: { title: 'Lead' }, headers })
    expect([patched.status, readBody(patched)]).toEqual([
      200,
      expect.objectContaining({ title: 'Lead', contact: null }),
    ])
    expect(readBody(await world.send('GET', path, { as: rita })).contact).toBe('x')
  })

  it('C3.5 does not find the records of a user whose account is in the trash', async () => {
    const { id } = readBody(await post())
    await world.send('PATCH', `/api/users/${rita.id}`, { body: { deleted: true } })
    expect(readBody(await world.send('GET', `/api/workshops/${id}`)).host.username).toBe('ghost')
    expect(readBody(await world.send('GET', `/api/workshops?hostId=${rita.id}`))).toEqual([])
    expect(readBody(await world.send('GET', '/api/workshops'))).toHaveLength(1)
  })

  it('runs operations at separate addresses', async () => {
    const created = await post()
    const path = `/api/workshops/${readBody(created).id}`
    const run = (verb: string, body: object | string, more: object = {}) =>
      world.send('POST', `${path}/${verb}`, { as: rita, body, ...more })
    expect(readCode(await run('open', '', { as: rob }))).toEqual([403, 'FORBIDDEN'])
    expect(readCode(await run('open', '', { headers: { 'if-match': '"9-x"' } }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    const opened = await run('open', '', { headers: { 'if-match': created.headers['etag'] } })
    expect([opened.status, opened.headers['content-location'], readBody(opened)]).toEqual([
      200,
      path,
      expect.objectContaining({ progress: 'OPEN', version: 2 }),
    ])
    expect(readCode(await run('open', ''))).toEqual([409, 'INVALID_TRANSITION'])
    expect(readCode(await run('cancel', { reason: '' }))).toEqual([422, 'BAD_USER_INPUT'])
    expect(readCode(await run('cancel', {}))).toEqual([422, 'BAD_USER_INPUT'])
    expect(readBody(await run('cancel', { reason: 'Rain' }))).toMatchObject({ reason: 'Rain', version: 3 })
    expect(readCode(await world.send('GET', `${path}/cancel`))).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('is found by searches', async () => {
    await post({ topics: ['Lead'] })
    expect(readBody(await world.send('GET', '/api/search?query=lead', { as: rob }))).toEqual([
      expect.objectContaining({ type: 'WORKSHOP', title: 'Type', topics: ['lead'] }),
    ])
  })

  it('describes operations in the document', () => {
    const { paths } = openApiDocument({ baseUrl: 'https://content.example', model })
    expect(paths['/api/workshops/{id}/cancel']).toMatchObject({
      post: { operationId: 'cancelWorkshop', summary: 'Cancels a workshop' },
    })
  })
})
