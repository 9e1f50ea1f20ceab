import { and, or } from '@content-service/authz'
import { Article, builtInModel, contentPolicy } from '@content-service/domain'
import { createReadableScope } from '@content-service/domain/internal/search'
import type { ArticleStatus } from '@content-service/domain/internal/access'
import {
  TEST_AUDIT_CONTEXT,
  aComment,
  anArticle,
  aUser,
  indexAll,
  indexWithWords,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C15.13 corrections on %s use words of records that a guest may read', (_, open) => {
  let test: TestDatabase
  let author: Awaited<ReturnType<ReturnType<typeof stores>['users']['add']>>
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const execute = <Row>(statement: string, values: readonly unknown[] = []) =>
    test.database.session().execute<Row[]>(statement, [...values])
  const isKnown = async (word: string): Promise<boolean> => {
    await indexAll(stores())
    return (await execute('select from search_words where word = ?', [word])).length > 0
  }
  const add = (content: string, status: ArticleStatus = 'PUBLISHED') =>
    stores()
      .records(Article)
      .add(anArticle(stores(), author.id, { title: 'Title', content, status }))
  const move = (id: string, status: ArticleStatus) =>
    execute('update articles set status = ? where id = ?', [status, id])

  beforeAll(async () => {
    test = await open()
    author = await stores().users.add(aUser('ada', 'AUTHOR'), null)
    await indexWithWords(stores())
  })
  afterAll(() => test.close())

  it('C1.2 at once, and not of drafts that wait, too', async () => {
    const find = async (text: string) =>
      (await stores().search.search(text, { ARTICLE: and() }, { limit: 10, offset: 0 })).length
    await add('A thimble.', 'DRAFT')
    expect([await find('thimble'), await find('thimbel')]).toEqual([1, 0])
    await add('A bobbin.')
    expect(await find('bobbni')).toBe(1)
  })

  it('and not of drafts, until they are published, and no longer after that', async () => {
    const { id } = await add('About galoshes.', 'DRAFT')
    expect(await isKnown('galoshes')).toBe(false)
    await move(id, 'PUBLISHED')
    expect(await isKnown('galoshes')).toBe(true)
    await move(id, 'ARCHIVED')
    expect(await isKnown('galoshes')).toBe(false)
  })

  it('and of comments while their article is PUBLISHED', async () => {
    const article = await add('About rain.')
    await stores().comments.add(
      aComment(stores(), article, author.id, { content: 'An umbrella!' }),
      () => undefined,
    )
    expect(await isKnown('umbrella')).toBe(true)
    await move(article.id, 'ARCHIVED')
    const waiting = await execute<{ type: string }>('select type from search_waiting_words')
    expect(waiting.map(({ type }) => type)).toEqual(['ARTICLE'])
    expect(await isKnown('umbrella')).toBe(false)
    await move(article.id, 'PUBLISHED')
    expect(await isKnown('umbrella')).toBe(true)
  })

  it('a few comments at a time', async () => {
    const article = await add('About many things.')
    await execute(
      `insert into comments (id, article_id, author_id, content, created_at, version)
        select gen_random_uuid(), ?, ?, 'wordletter' || chr(97 + n / 26 / 26) || chr(97 + n / 26 % 26) || chr(97 + n % 26), now(), 1
        from generate_series(0, 1499) n`,
      [article.id, author.id],
    )
    const count = async () => {
      await indexAll(stores())
      return (await execute("select from search_words where word like 'wordletter%'")).length
    }
    expect(await count()).toBe(1_500)
    await move(article.id, 'DRAFT')
    expect(await count()).toBe(0)
  })

  it('and of the other records with the word, when a record loses it', async () => {
    const [one, other, draft] = [
      await add('Two walking sticks'),
      await add('Sticks for walking'),
      await add('Walking without sticks and crutches', 'DRAFT'),
    ]
    expect([await isKnown('walking'), await isKnown('crutches')]).toEqual([true, false])
    await execute('delete from articles where id = ?', [one.id])
    expect(await isKnown('walking')).toBe(true)
    await execute("update articles set content = 'Nothing' where id = ?", [other.id])
    expect(await isKnown('walking')).toBe(false)
    await move(draft.id, 'PUBLISHED')
    expect(await isKnown('walking')).toBe(true)
  })

  it('and none of a deleted record: nothing of it stays', async () => {
    const count = async (table: string) => (await execute(`select from ${table}`)).length
    const article = await add('About soap.')
    await indexAll(stores())
    const before = await count('search_words')
    const madeUp = Array.from({ length: 1_000 }, (_, n) => `zq${(n + 50_000).toString(26)}xx`).join(' ')
    const comment = aComment(stores(), article, author.id, { content: madeUp })
    await stores().comments.add(comment, () => undefined)
    await indexAll(stores())
    expect(await count('search_words')).toBeGreaterThan(before + 900)
    await execute('delete from comments where id = ?', [comment.id])
    await indexAll(stores())
    const left = ['search_lost_words', 'search_waiting_words', 'search_waiting']
    expect([await count('search_words'), ...(await Promise.all(left.map(count)))]).toEqual([before, 0, 0, 0])
  })

  it('and not of those that a changed policy hides', async () => {
    await add('A gazebo in the garden')
    expect(await isKnown('gazebo')).toBe(true)
    const readable = createReadableScope({ policy: contentPolicy, model: builtInModel })
    await stores().search.setReadable({ ...readable, ARTICLE: or() })
    expect(await execute("select from search_words where word = 'gazebo'")).toEqual([])
    expect(await isKnown('gazebo')).toBe(false)
    await stores().search.setReadable({ ...readable, ARTICLE: and() })
    const draft = await add('A pergola', 'DRAFT')
    expect([await isKnown('gazebo'), await isKnown('pergola')]).toEqual([true, true])
    await stores().search.setReadable(readable)
    expect([await isKnown('gazebo'), await isKnown('pergola')]).toEqual([true, false])
    await execute('delete from articles where id = ?', [draft.id])
  })

  it('and of users with a public profile', async () => {
    const { id } = await stores().users.add({ ...aUser('quentin'), name: 'Quentin Blake' }, null)
    expect(await isKnown('quentin')).toBe(false)
    await stores()
      .records(Article)
      .add(anArticle(stores(), id, { title: 'Pictures' }))
    await expect.poll(() => isKnown('quentin')).toBe(true)
    await execute('update users set deleted = true where id = ?', [id])
    await expect.poll(() => isKnown('quentin')).toBe(false)
  })
})
