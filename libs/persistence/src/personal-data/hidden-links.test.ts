import { and, or, where } from '@content-service/authz'
import { Article, contentModel } from '@content-service/domain'
import {
  anArticle,
  aRecord,
  aUser,
  Gig,
  gigModel,
  NOON,
  Panel,
  panelModel,
  Room,
  Subject,
  Talk,
  talkModel,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'

/** The types of three models. */
const model = contentModel([
  ...talkModel.types,
  ...gigModel.types.filter(({ name }) => ['Venue', 'Gig'].includes(name)),
  ...panelModel.types.filter(({ name }) => ['Subject', 'Panel'].includes(name)),
])
let test: TestDatabase
beforeAll(async () => {
  test = await openPglite({ model })
  await migrateTypes(test.database, model)
})
afterAll(() => test.close())

it('C14.2 an export has null in the place of a link to a record that the person may not read', async () => {
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports } = stores
  const [rita, rob] = [await users.add(aUser('rita', 'AUTHOR'), null), await users.add(aUser('rob'), null)]
  const { id: roomId } = await records(Room).add(aRecord(stores, Room, { name: 'Attic' }, rita.id))
  const { id: articleId } = await records(Article).add(anArticle(stores, rita.id, { status: 'DRAFT' }))
  const given = { title: 'On types', roomId, articleId }
  await records(Talk).add(aRecord(stores, Talk, given, rob.id))
  const read = async (readable: Parameters<typeof exports.records>[1]) => {
    const found = []
    for await (const record of exports.records(rob.id, readable)) found.push(record)
    return found.find(({ type }) => type === 'talk')
  }
  const isOf = (owner: string, id: number) => ({ op: 'eq', attribute: owner, value: id }) as const
  expect(await read(() => and())).toMatchObject(given)
  expect(await read((of) => (of === 'rooms' ? isOf('keeperId', rita.id) : or()))).toMatchObject({
    ...given,
    articleId: null,
  })
  expect(await read((of) => (of === 'rooms' ? isOf('keeperId', rob.id) : and()))).toMatchObject({
    ...given,
    roomId: null,
  })
})

it('C14.2 an export has the id of a linked user as an integer, and an erasure removes it from earlier events', async () => {
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports, erasures, reader } = stores
  const [ann, pat] = [await users.add(aUser('ann'), null), await users.add(aUser('pat'), null)]
  const given = { title: 'Solo', contactId: String(pat.id) }
  const { id } = await records(Gig).add(aRecord(stores, Gig, given, ann.id))
  const read = async (shown: boolean) => {
    const found = []
    for await (const record of exports.records(ann.id, () => (shown ? and() : or()))) found.push(record)
    return found.find(({ type }) => type === 'gig')
  }
  expect(await read(true)).toMatchObject({ contactId: pat.id, venueId: null })
  expect(await read(false)).toMatchObject({ contactId: null })
  await erasures.forget({ userId: pat.id, pseudonym: -1, at: new Date(NOON.getTime() + 1) }, 100)
  const [event] = await reader.find({
    from: 'events',
    where: where<{ resourceId: string }>().resourceId.eq(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: ['data'] },
  })
  expect(event?.['data']).toMatchObject({ title: 'Solo', contactId: 1, organizerId: ann.id })
})

it('C14.2 an export has the links to many records that the person may read, and an erasure removes a user from events', async () => {
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports, erasures, reader } = stores
  const [host, gone] = [await users.add(aUser('host'), null), await users.add(aUser('gone'), null)]
  const add = async (name: string) =>
    (await records(Subject).add(aRecord(stores, Subject, { name }, host.id))).id
  const [a, b] = [await add('A'), await add('B')]
  const ids = { speakerIds: [gone.id, host.id], subjectIds: [b, a] }
  const { id } = await records(Panel).add({
    ...aRecord(stores, Panel, { title: 'P' }, host.id),
    ...ids,
  } as never)
  const read = async (readable: Parameters<typeof exports.records>[1]) => {
    const found = []
    for await (const record of exports.records(host.id, readable)) found.push(record)
    return found.find(({ type }) => type === 'panel')
  }
  expect(await read(() => and())).toMatchObject(ids)
  expect(await read((of) => (of === 'subjects' ? where<{ id: string }>().id.eq(a) : or()))).toMatchObject({
    speakerIds: [],
    subjectIds: [a],
  })
  const erasure = { userId: gone.id, pseudonym: -7, at: new Date() }
  expect(await erasures.forget(erasure, 10)).toBeGreaterThan(0)
  const [event] = await reader.find({
    from: 'events',
    where: where<{ resourceId: string }>().resourceId.eq(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: ['data'] },
  })
  expect(event?.['data']).toMatchObject({ speakerIds: [host.id], subjectIds: [b, a] })
})
