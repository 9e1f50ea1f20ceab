import type { User } from '@content-service/domain'
import { memoryStores, MemoryTables, panelModel as model } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

describe('C14.2 links to many records over REST', () => {
  let world: Awaited<ReturnType<typeof aRestWorld>>
  let [rita, rob]: readonly User[] = []
  let ids: { readonly own: string; readonly hidden: string; readonly panel: string }
  const get = (path: string, as: User | null = rita ?? null) => world.send('GET', path, { as })
  const addSubject = async (name: string, as: User | undefined) =>
    readBody(await world.send('POST', '/api/subjects', { as: as ?? null, body: { name } })).id
  const change = (body: object) => world.send('PATCH', `/api/panels/${ids.panel}`, { as: rita ?? null, body })

  beforeEach(async () => {
    world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    ;[rita, rob] = [await world.user('rita', 'AUTHOR'), await world.user('rob', 'AUTHOR')]
    const [own, hidden] = [await addSubject('Own', rita), await addSubject('Hidden', rob)]
    const given = { title: 'P', subjectIds: [hidden, own], speakerIds: [rob?.id, String(rita?.id)] }
    // The administrator sees all, and Rita owns the panel.
    const made = readBody(await world.send('POST', '/api/panels', { as: rita ?? null, body: { title: 'P' } }))
    await world.send('PATCH', `/api/panels/${made.id}`, { body: given })
    ids = { own, hidden, panel: made.id }
  })

  it('are ids in the body of one record, of those that the caller may read', async () => {
    const path = `/api/panels/${ids.panel}`
    const speakerIds = [String(rob?.id), String(rita?.id)]
    expect(readBody(await world.send('GET', path))).toMatchObject({
      subjectIds: [ids.hidden, ids.own],
      speakerIds,
      version: 2,
    })
    expect(readBody(await get(path))).toMatchObject({
      subjectIds: [ids.own],
      speakerIds,
      inTracks: [],
      afterIds: [],
    })
    expect(readBody(await get(path, null))).toMatchObject({ subjectIds: [], speakerIds })
    expect(readBody(await get(path))).not.toHaveProperty('speakers')
  })

  it('are in lists only if the URL names them', async () => {
    expect(readBody(await get('/api/panels'))[0]).not.toHaveProperty('subjectIds')
    expect(readBody(await get('/api/panels?fields=subjectIds'))).toEqual([
      { id: ids.panel, version: 2, subjectIds: [ids.own] },
    ])
    const [included] = readBody(await get('/api/panels?include=subjects,speakers'))
    expect(included).toMatchObject({
      title: 'P',
      subjectIds: [ids.own],
      subjects: [{ id: ids.own, name: 'Own', author: { username: 'rita' } }],
      speakerIds: [String(rob?.id), String(rita?.id)],
      speakers: [{ username: 'rob' }, { username: 'rita' }],
    })
    expect(included).not.toHaveProperty('inTracks')
  })

  it('C13.5 are included in the body of one record', async () => {
    const path = `/api/panels/${ids.panel}?include=subjects`
    expect(readBody(await get(path))).toMatchObject({
      subjectIds: [ids.own],
      subjects: [{ name: 'Own' }],
      afterIds: [],
    })
    expect(readBody(await get(`${path}&fields=title`))).toEqual({
      id: ids.panel,
      version: 2,
      title: 'P',
      subjectIds: [ids.own],
      subjects: [expect.objectContaining({ name: 'Own' })],
    })
    const wrong = await get(`/api/panels/${ids.panel}?include=subject`)
    expect([wrong.status, JSON.parse(wrong.body).detail]).toEqual([400, expect.stringContaining('subjects')])
  })

  it('are changed with the three members, and the response shows what the caller sees', async () => {
    const other = await addSubject('Other', rita)
    const added = await change({ addSubjectIds: [other], removeSpeakerIds: [rob?.id] })
    expect([added.status, readBody(added)]).toMatchObject([
      200,
      { subjectIds: [ids.own, other], speakerIds: [String(rita?.id)], version: 3 },
    ])
    expect(readBody(await world.send('GET', `/api/panels/${ids.panel}`)).subjectIds).toEqual([
      ids.hidden,
      ids.own,
      other,
    ])
    expect(added.headers).toMatchObject({ etag: (await get(`/api/panels/${ids.panel}`)).headers['etag'] })
  })

  it('give an entity tag of what the caller sees: a hidden link is no change for others', async () => {
    const path = `/api/panels/${ids.panel}`
    const [all, some] = [await world.send('GET', path), await get(path)]
    expect(all.headers['etag']).not.toBe(some.headers['etag'])
    const matched = await world.send('PATCH', path, {
      as: rita ?? null,
      body: { title: 'Q' },
      headers: { 'if-match': String(all.headers['etag']) },
    })
    expect(matched.status).toBe(200)
  })

  it.each([
    [
      { addSubjectIds: ['00000000-0000-7000-8000-ffffffffffff'] },
      '/addSubjectIds/0',
      'there is no subject with this id',
    ],
    [
      { subjectIds: [], removeSubjectIds: [] },
      '/subjectIds',
      'cannot be sent together with addSubjectIds or removeSubjectIds',
    ],
    [{ speakerIds: [7, '7'] }, '/speakerIds/1', 'is there twice'],
    [{ speakerIds: [1] }, '/speakerIds/0', 'there is no user with this id'],
    [{ subjectIds: null }, '/subjectIds', 'cannot be null; leave it out to keep its value'],
    [{ subjectIds: { __proto__: null } }, '/subjectIds', expect.stringContaining('array')],
    [{ speakerIds: [1.5] }, '/speakerIds/0', expect.anything()],
    [{ subjectIds: Array.from({ length: 4 }, () => 'x') }, '/subjectIds', expect.stringContaining('3')],
  ])('refuse %j', async (body, pointer, message) => {
    const { status, body: text } = await change(body)
    expect([status, JSON.parse(text).errors?.[0]]).toEqual([422, { pointer, message }])
  })

  it('cannot add and remove in a new record', async () => {
    const body = { title: 'N', addSubjectIds: [ids.own] }
    expect((await world.send('POST', '/api/panels', { as: rita ?? null, body })).status).toBe(422)
  })

  it('are filtered with where', async () => {
    const where = encodeURIComponent(JSON.stringify({ subjects: { some: { name: { eq: 'Hidden' } } } }))
    expect(readBody(await get(`/api/panels?where=${where}`))).toEqual([])
    expect(readBody(await get(`/api/panels?where=${where}`, rob ?? null))).toHaveLength(1)
  })
})
