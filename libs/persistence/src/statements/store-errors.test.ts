import { Article, type ArticleId, type Stores, type User, type UserId } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser, NOON } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const NOBODY = 1_999_999_999 as UserId
const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('records that are deleted between the permission check and the write, on %s', (_, open) => {
  let test: TestDatabase
  let stores: Stores
  let ada: User

  beforeAll(async () => {
    test = await open()
    stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  })
  afterAll(() => test.close())

  it('C3.5 a deleted user can write nothing, and the refusal says so', async () => {
    const article = await stores.records(Article).add(anArticle(stores, ada.id))
    const writes = [
      () => stores.comments.add(aComment(stores, article, NOBODY), () => undefined),
      () => stores.records(Article).like(article.id, { user: NOBODY, at: NOON }),
      () => stores.users.follow(NOBODY, ada.id, NOON),
      () =>
        stores.records(Article).change(article.id, (current) => ({ ...current, title: 'Edited by nobody' }), {
          keeping: { editorId: NOBODY, at: NOON },
        }),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await stores.records(Article).get(article.id)).toEqual(article)
  })

  it('C4.2 an article of a deleted user is refused at the input that names the owner', async () => {
    await expect(stores.records(Article).add(anArticle(stores, NOBODY))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['authorId'] }],
    })
  })

  it('C7.8 a deleted record is NOT_FOUND for likes and follows', async () => {
    await expect(stores.records(Article).like(NO_ARTICLE, { user: ada.id, at: NOON })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(stores.users.follow(ada.id, NOBODY, NOON)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
