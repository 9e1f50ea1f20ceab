import { Article } from '@content-service/domain'
import { and } from '@content-service/authz'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexWithWords } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { SAMPLED_DATABASES, type TestDatabase } from '../testing/databases.ts'

/** Other tests use the machine, too. */
const PATIENT = { searchTimeoutMs: 60_000 }

describe.each(SAMPLED_DATABASES)('C5.3 search on %s', (_, open) => {
  let test: TestDatabase
  const find = async (text: string, offset = 0) => {
    const hits = await createStores(test.database.session(), TEST_AUDIT_CONTEXT, PATIENT).search.search(
      text,
      { ARTICLE: and() },
      { limit: 10, offset },
    )
    return hits.length
  }

  beforeAll(async () => {
    test = await open()
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const filler = 'One more sentence, so that the text gets long. '.repeat(4_000)
    const content = `${filler}Far away, "the Crème-brûlée" waits for nobody. ${filler}`
    await stores.records(Article).add(anArticle(stores, id, { title: 'Long', content }))
    await stores
      .records(Article)
      .add(anArticle(stores, id, { title: 'Short', content: 'Nobody waits. The brûlée is for me.' }))
    await indexWithWords(stores)
    const widest = [...Array(480_000 / 8).keys()]
      .map((n) => (n + 0x100000).toString(36).padStart(7, 'z'))
      .join(' ')
    await stores.records(Article).add(anArticle(stores, id, { title: 'Widest', content: widest }))
  }, 60_000)
  afterAll(() => test.close())

  it('finds a phrase beyond the last position of the index, and no phrase that the text does not contain', async () => {
    expect(await find('"creme brulee waits for nobody"')).toBe(1)
    expect(await find('"nobody waits" long')).toBe(0)
    expect(await find('"brulee creme"')).toBe(0)
    expect(await find('"waits for nobody" -long')).toBe(0)
  })

  it('accepts a text with more words than an index can hold', async () => {
    expect(await find('widest')).toBe(1)
  })

  it('a page after the last hit is empty, and does not start another attempt', async () => {
    expect(await find('sentence', 1)).toBe(0)
    expect(await find('sentense')).toBe(1)
    expect(await find('sentense', 1)).toBe(0)
  })

  it.each([
    '"',
    '""',
    '-',
    '-""',
    'or',
    'or or',
    'a or',
    "'",
    '\\',
    '%',
    '_',
    ':*',
    '(',
    '&|!',
    '<->',
    '🦀',
    '"🦀"',
    '-word',
    'x'.repeat(999),
  ])('accepts %j as a search', async (text) => {
    expect(await find(text)).toBeGreaterThanOrEqual(0)
  })
})
