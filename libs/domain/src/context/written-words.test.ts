import { expect, test } from 'vitest'
import { countInputWords } from './written-words.ts'

const ID = '00000000-0000-4000-8000-000000000001'

test('C15.12 the words of an input are counted at any depth, without those of ids', () =>
  expect(countInputWords({ id: ID, text: 'one, two', list: ['three', { four: 'four' }], none: null })).toBe(
    4,
  ))

test('C12.5 a text that no operation takes is counted no further than the longest one', () =>
  expect(countInputWords('a '.repeat(600_000))).toBe(500_000))
