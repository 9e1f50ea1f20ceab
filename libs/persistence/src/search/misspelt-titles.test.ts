import { Article } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexWithWords } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countSelfFound, measure } from '../../../../tools/search-quality/measure.ts'
import { MISTAKE_KINDS, seededRandom } from '../../../../tools/search-quality/mistakes.ts'
import { misses, shareFound, type Outcome } from '../../../../tools/search-quality/report.ts'
import { FORMS, type Titled } from '../../../../tools/search-quality/searches.ts'
import { createStores } from '../stores.ts'
import { SAMPLED_DATABASES, type TestDatabase } from '../testing/databases.ts'

const WORDS = `almanac harbour lantern meadow orchard pebble quarry ribbon saddle timber velvet window anchor
  basket candle donkey engine feather garden hammer island jacket kettle ladder mirror needle oyster pencil
  rabbit shadow thunder umbrella village whistle blanket chimney diamond elephant fountain gallery horizon
  instrument journey kingdom library mountain notebook operation passenger question restaurant scientist
  telescope university vegetable workshop yesterday`.split(/\s+/)

const TITLES = 20
const random = seededRandom(15)
const pickOne = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const words = (count: number): string => Array.from({ length: count }, () => pickOne(WORDS)).join(' ')

/** Titles of three or more words with the usual small words between them; each text repeats words of other titles. */
const texts = Array.from({ length: TITLES }, (_, n) => ({
  title: `${words(2)}${pickOne([' - ', ': ', ' and the ', ', '])}${words(1)}${pickOne(['', ` ${n}.0`, '-free', ' (part 2)'])}`,
  content: words(60),
}))

const OF_EVERY_SEARCH = 0.95

describe.each(SAMPLED_DATABASES)('C5.3 titles with a misspelt word on %s', (_, open) => {
  let test: TestDatabase
  let titles: readonly Titled[]
  let outcomes: readonly Outcome[]
  const store = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT).search

  beforeAll(async () => {
    test = await open()
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    titles = await Promise.all(texts.map((text) => stores.records(Article).add(anArticle(stores, id, text))))
    await indexWithWords(stores)
    outcomes = await measure(store(), titles)
  })
  afterAll(() => test.close())

  it('find their articles when all words are spelt correctly', async () => {
    expect(await countSelfFound(store(), titles)).toBe(TITLES)
  })

  describe.each(MISTAKE_KINDS)('a letter %s', (kind) => {
    it.each(FORMS)('finds the article by its %s in 95 of 100 cases', (form) => {
      const ofKind = outcomes.filter((outcome) => outcome.kind === kind && outcome.form === form)
      expect(ofKind.length).toBeGreaterThan(TITLES - 5)
      expect(shareFound(ofKind, form), misses(ofKind).join('\n')).toBeGreaterThanOrEqual(OF_EVERY_SEARCH)
    })
  })
})
