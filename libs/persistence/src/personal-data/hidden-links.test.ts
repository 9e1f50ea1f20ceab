import { and, or } from '@content-service/authz'
import {
  anArticle,
  aRecord,
  aUser,
  Room,
  Talk,
  talkModel as model,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openPglite({ model })
  await migrateTypes(test.database, model)
})
afterAll(() => test.close())

it('C14.2 an export has null in the place of a link to a record that the person may not read', async () => {
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, articles, records, exports } = stores
  const [rita, rob] = [await users.add(aUser('rita', 'AUTHOR'), null), await users.add(aUser('rob'), null)]
  const { id: roomId } = await records(Room).add(aRecord(stores, Room, { name: 'Attic' }, rita.id))
  const { id: articleId } = await articles.add(anArticle(stores, rita.id, { status: 'DRAFT' }))
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
