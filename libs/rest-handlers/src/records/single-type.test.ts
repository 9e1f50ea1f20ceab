import type { User } from '@content-service/domain'
import { memoryStores, MemoryTables, siteModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const PATH = '/api/site-settings'

describe('C14.4 the address of a single type', () => {
  let world: Awaited<ReturnType<typeof aRestWorld>>
  let editor: User
  beforeEach(async () => {
    world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    editor = await world.user('eve', 'EDITOR')
  })

  it('reads and changes the record', async () => {
    const read = await world.send('GET', PATH, { as: null })
    expect([read.status, readBody(read)]).toEqual([
      200,
      expect.objectContaining({ title: 'A site', isOpen: true, budget: null, menuIds: [], version: 1 }),
    ])
    const headers = { 'if-match': String(read.headers['etag']) }
    const changed = await world.send('PATCH', PATH, { as: editor, body: { notice: 'Closed.' }, headers })
    expect([changed.status, readBody(changed)]).toEqual([
      200,
      expect.objectContaining({ notice: 'Closed.', version: 2 }),
    ])
    const again = await world.send('GET', PATH, { as: null })
    expect(again.headers['etag']).not.toBe(read.headers['etag'])
    const stale = await world.send('PATCH', PATH, { as: editor, body: { notice: null }, headers })
    expect(readCode(stale)).toEqual([412, 'PRECONDITION_FAILED'])
    const fields = await world.send('GET', `${PATH}?fields=title&include=featured`)
    expect(readBody(fields)).toMatchObject({ title: 'A site', featured: null })
  })

  it('has no other address, and no other method', async () => {
    const options = await world.send('OPTIONS', PATH)
    expect([options.status, options.headers['allow']]).toEqual([200, 'GET, PATCH, HEAD, OPTIONS'])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await world.send(method, PATH, { body: {} })).status).toBe(405)
    for (const path of ['/actions', '/counts', '/00000000-0000-7000-8000-000000000000', '/by-ref/a'])
      expect((await world.send('GET', PATH + path)).status).toBe(404)
  })

  it('refuses wrong bodies and callers without the right', async () => {
    const refuse = async (as: User | null, body: object) =>
      readCode(await world.send('PATCH', PATH, { as, body }))
    expect(await refuse(null, {})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refuse(await world.user('rob'), {})).toEqual([403, 'FORBIDDEN'])
    expect(await refuse(editor, { title: null })).toEqual([422, 'BAD_USER_INPUT'])
    expect(await refuse(editor, { id: 'x' })).toEqual([422, 'BAD_USER_INPUT'])
  })
})
