import { describe, expect, it } from 'vitest'
import { END_OF_DATA, makeArticle, makeComment, makeUser } from './records.ts'
import { RARE_WORDS, WORDS } from './vocabulary.ts'

const SIZE = { users: 200, articles: 2_000, comments: 10_000, products: 50 }
const articles = Array.from({ length: SIZE.articles }, (_, place) => makeArticle(7, SIZE, place))
const comments = Array.from({ length: SIZE.comments }, (_, place) => makeComment(7, SIZE, place))

describe('the data set of the benchmark', () => {
  it('depends on the seed alone', () => {
    expect(makeArticle(7, SIZE, 3)).toEqual(articles[3])
    expect(makeComment(7, SIZE, 3)).toEqual(comments[3])
    expect(makeArticle(8, SIZE, 3).content).not.toBe(articles[3]?.content)
  })

  it('has texts of 2.2 KB in the median, most of them PUBLISHED', () => {
    const lengths = articles.map(({ content }) => content.length).toSorted((a, b) => a - b)
    expect(lengths[1_000]).toBeGreaterThan(2_000)
    expect(lengths[1_000]).toBeLessThan(2_400)
    const published = articles.filter(({ status }) => status === 'PUBLISHED').length
    expect(published / articles.length).toBeCloseTo(0.9, 1)
  })

  it('has unique ids, and times before its end', () => {
    const records = [...articles, ...comments]
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    expect(records.every(({ created_at }) => Date.parse(created_at) < Date.parse(END_OF_DATA))).toBe(true)
  })

  it('has comments on PUBLISHED articles only, by users that exist', () => {
    const published = new Set(articles.filter(({ status }) => status === 'PUBLISHED').map(({ id }) => id))
    const users = new Set(Array.from({ length: SIZE.users }, (_, place) => makeUser(7, place).id))
    expect(
      comments.every(({ article_id, author_id }) => published.has(article_id) && users.has(author_id)),
    ).toBe(true)
    expect(articles.every(({ owner_id }) => users.has(owner_id))).toBe(true)
  })

  it('has rare words, each in one article of two hundred', () => {
    expect(new Set(WORDS).size).toBe(WORDS.length)
    const found = RARE_WORDS.slice(0, 50).map(
      (word) => articles.filter(({ content }) => content.toLowerCase().includes(word)).length,
    )
    const mean = found.reduce((sum, count) => sum + count, 0) / found.length
    expect(mean / articles.length).toBeCloseTo(0.005, 2)
  })
})
