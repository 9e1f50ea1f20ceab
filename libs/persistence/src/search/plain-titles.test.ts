import { Article } from '@content-service/domain'
import { and, where } from '@content-service/authz'
import type { ArticleRow } from '@content-service/domain/internal/articles'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexAll } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const EXTENT = { limit: 10, offset: 0, withSnippets: true }

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C5.3 titles of common words on %s', (_, open) => {
  let test: TestDatabase
  let owner: Awaited<ReturnType<ReturnType<typeof stores>['users']['add']>>
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const add = (title: string, content = 'Text.', status: 'DRAFT' | 'PUBLISHED' = 'PUBLISHED') =>
    stores()
      .records(Article)
      .add(anArticle(stores(), owner.id, { title, content, status }))
  const find = (text: string, condition = and()) =>
    stores().search.search(text, { ARTICLE: condition }, EXTENT)

  beforeAll(async () => {
    test = await open()
    owner = await stores().users.add(aUser('ada', 'AUTHOR'), null)
  })
  afterAll(() => test.close())

  it('are found with their words marked, and not by texts with the words', async () => {
    const { id } = await add('The Who')
    await add('A text', 'All about the people who were there.')
    await indexAll(stores())
    const hits = await find('the who')
    expect(hits.map((hit) => hit.id)).toEqual([id])
    expect(hits[0]?.snippet).toContain('\ue000The\ue001 \ue000Who\ue001')
    expect(await stores().search.count('the who', { ARTICLE: and() }, 10)).toBe(1)
  })

  it('are found by the present title alone, within the rights of the caller, and until they are deleted', async () => {
    const published = where<ArticleRow>().status.eq('PUBLISHED')
    const draft = await add('If Only', 'Text.', 'DRAFT')
    expect([(await find('if only')).length, (await find('if only', published)).length]).toEqual([1, 0])
    await indexAll(stores())
    expect([(await find('if only')).length, (await find('if only', published)).length]).toEqual([1, 0])
    await stores()
      .records(Article)
      .change(draft.id, (current) => ({ ...current, title: 'Now and Then' }))
    expect([(await find('if only')).length, (await find('now and then')).length]).toEqual([0, 1])
    await indexAll(stores())
    expect([(await find('if only')).length, (await find('now and then')).length]).toEqual([0, 1])
    await test.database.session().execute('delete from articles where id = ?', [draft.id])
    expect(await find('now and then')).toEqual([])
    await indexAll(stores())
    expect(
      await test.database.session().execute('select from search_titles where id = ?', [draft.id]),
    ).toEqual([])
  })

  it('are not found by a search that excludes common words', async () => {
    await add('Under the Same')
    expect(await find('-the')).toEqual([])
  })
})
