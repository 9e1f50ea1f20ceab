import { Article } from '@content-service/domain'
import { and } from '@content-service/authz'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexWithWords } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

/** Eleven words; each word is longer than the word before it. */
const TITLE =
  'gravel granite limeston sandstone greywackes slaterocks12 serpentinite1 anorthosites12 conglomerates12 lamprophyres1234 greenschistfacies'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C5.3 corrections on %s', (_, open) => {
  let test: TestDatabase
  let statements = 0
  let looked = 0
  const find = async (text: string): Promise<number> => {
    const { search } = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const beforeCorrecting = async (words: number) => void (looked += words)
    return (await search.search(text, { ARTICLE: and() }, { limit: 10, offset: 0, beforeCorrecting })).length
  }

  beforeAll(async () => {
    test = await open({
      onStatement: (text) => void (statements += /set_config|current_setting/.test(text) ? 0 : 1),
    })
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const content = 'Two theses.'
    await stores.records(Article).add(anArticle(stores, id, { title: TITLE, content }))
    await stores
      .records(Article)
      .add(anArticle(stores, id, { title: 'Running after kangaroos', content: 'Fast.' }))
    await indexWithWords(stores)
  })
  afterAll(() => test.close())

  it('C15.7 look up a known word by its key, because no other index can serve the look-up', async () => {
    await expect(
      test.database.session().transactional(async (em) => {
        await em.execute('alter table search_words drop constraint search_words_pkey')
        await em.execute('set local enable_seqscan = off')
        const rows = await em.execute(`explain select from search_words where word = 'granite'`)
        throw new Error(JSON.stringify(rows))
      }),
    ).rejects.toThrow('Seq Scan on search_words')
  })

  it('correct ten words of a search, the longest ones', async () => {
    expect(await find(TITLE)).toBe(1)
    expect(await find(TITLE.replace('granite', 'grantie'))).toBe(1)
    expect(await find(TITLE.replace('gravel', 'grvael'))).toBe(0)
    expect(await find('grvael')).toBe(1)
  })

  it.each([
    ['gravel granite', 0],
    ['grvael', 1],
    ['grvael granite', 2],
    ['"grvael granite"', 0],
    ['qwxzvbkj', 1],
    [[...Array(100).keys()].map((n) => `qwxz${n}vb`).join(' '), 10],
  ])('C12.12 are counted before the look-up: %j', async (text, words) => {
    looked = 0
    await find(text)
    expect(looked).toBe(words)
  })

  it('take as many statements for the longest search as for a short search', async () => {
    const countStatements = async (text: string, hits: number) => {
      statements = 0
      expect(await find(text)).toBe(hits)
      return statements
    }
    const unknown = [...Array(100).keys()].map((n) => `qwxz${n}vb`).join(' ')
    expect(await countStatements(unknown, 0)).toBeLessThanOrEqual(await countStatements('qwxzvbkj', 0))
    const repeated = 'grvael '.repeat(140).trim()
    expect(await countStatements(repeated, 1)).toBeLessThanOrEqual(await countStatements('grvael', 1))
  })

  it.each([
    ['kangrooz', 1],
    ['these kangarooz', 1],
    ['"kangarooz"', 0],
    ['running -kangarosos', 1],
    ['after kangarosos', 1],
    ['runnnig.kangaroos', 0],
    ['running/kangaroosx', 0],
    ['kangarooz or nothing', 1],
    ["'kangarooz'); select 1 --", 0],
    ['kangarooz:* & !x', 0],
    ['__proto__ kangarooz', 0],
    ['kangaro\u0308oz', 1],
  ])('with %j, the corrections find %i articles', async (text, count) => {
    expect(await find(text)).toBe(count)
  })
})
