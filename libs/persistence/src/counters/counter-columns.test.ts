import { builtInModel, contentModel, field, record, type RecordType } from '@content-service/domain'
import { aRecord, aUser, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareModel } from '../records/compare-tables.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'

const about = 'A test.'
const FORM = {
  name: 'Stone',
  plural: 'stones',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
  fields: { title: field.line(80, { about }) },
} as const
const Plain = record(FORM)
const Counted = record({ ...FORM, likes: true, views: true })
const createModel = (type: RecordType) => contentModel([...builtInModel.types, type])
const [plain, counted] = [createModel(Plain), createModel(Counted)]

let test: TestDatabase
beforeAll(async () => {
  test = await openPglite({ model: plain })
  await migrateTypes(test.database, plain)
})
afterAll(() => test.close())
const open = (model = counted) => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
const compare = async (model = counted) => (await compareModel(test.database.session(), model)).differences

it('C17.5 the options count from 0 in records that exist, and a type that leaves them out starts with its columns', async () => {
  const fan = await open().users.add(aUser('fan'), null)
  const { id } = await open(plain)
    .records(Plain)
    .add(aRecord(open(plain), Plain, { title: 'Old' }))
  expect((await compare()).map(({ message }) => message)).toEqual([
    'stones.likes: the column is missing',
    'stones.views: the column is missing',
    'stones: the index stones_by_likes is missing',
    'stones: the index stones_by_views is missing',
  ])
  await migrateTypes(test.database, counted)
  expect(await compare()).toEqual([])
  const stones = open().records(Counted)
  expect(await stones.get(id)).toMatchObject({ likes: 0, views: 0 })
  await stones.like(id, { user: fan.id, at: NOON })
  await stones.addViews(new Map([[id, 2]]))
  expect(await stones.get(id)).toMatchObject({ likes: 1, views: 2, version: 1 })

  // The columns have a default, so that this version adds records.
  expect((await compare(plain)).filter(({ preventsStart }) => preventsStart)).toEqual([])
  const added = await open(plain)
    .records(Plain)
    .add(aRecord(open(plain), Plain, { title: 'New' }))
  expect(await open().records(Counted).get(added.id)).toMatchObject({ likes: 0, views: 0 })
  // The deletion by a version without likes takes those of the other one.
  await open(plain)
    .records(Plain)
    .remove(id, () => undefined)
  expect(await open().integrity.count('orphans', NOON)).toBe(0)
})
