import { describe, expect, test } from 'vitest'
import { countTens, dropRepeated } from './searched-words.ts'

describe('C5.3 the words of a search', () => {
  test.each([
    ['soup bread', 'soup bread'],
    ['soup Soup bread SOUP', 'soup bread'],
    ['soup -zz -zz', 'soup -zz'],
    ['a or b or a', 'a or b or'],
    ['"a rose is a rose" is is', '"a rose is a rose" is is'],
    ['  soup   bread ', '  soup   bread '],
  ])('%j are %j', (query, kept) => expect(dropRepeated(query)).toBe(kept))

  test.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [165, 17],
  ])('%i words cost %i', (count, price) =>
    expect(countTens(Array.from({ length: count }, (_, place) => `w${place}`).join(' '))).toBe(price),
  )
})
