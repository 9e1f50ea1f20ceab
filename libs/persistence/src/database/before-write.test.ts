import { Article } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, type TestDatabase } from '../testing/databases.ts'

let opened: TestDatabase
let refusal: Error | null = null
beforeAll(async () => {
  const beforeWrite = (): void => {
    if (refusal) throw refusal
  }
  opened = await openPglite({}, beforeWrite)
})
afterAll(() => opened.close())

it('C10.4 a refused write changes nothing, blocks no other statement, and reports a full disk', async () => {
  const stores = createStores(opened.database.session(), TEST_AUDIT_CONTEXT)
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  refusal = Object.assign(new Error('no space'), { code: '53100' })
  const article = anArticle(stores, ada.id)
  const writes = [
    () => stores.records(Article).add(article),
    () => stores.records(Article).change(article.id, (current) => current),
    () => stores.once('key', new Date(), ({ stores: within }) => within.records(Article).add(article)),
    () => stores.idempotency.purge(new Date()),
  ]
  for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await stores.users.get(ada.id)).toMatchObject({ username: 'ada' })
  refusal = null
  expect(await stores.records(Article).get(article.id)).toBeNull()
  await stores.records(Article).add(article)
  expect(await stores.records(Article).get(article.id)).toMatchObject({ id: article.id })
})
