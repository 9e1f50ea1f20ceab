import { describe, expect, it } from 'vitest'
import { refuseOtherBytes } from './query-bytes.ts'

const refuse = (query: string): string => {
  try {
    refuseOtherBytes(query)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('C13.5 the bytes of a query', () => {
  it.each([
    '',
    'title=a&page=2',
    'title=100%&tags=%zz%2',
    'title=%C3%A4%F0%9F%98%80+%26',
    // U+FFFD itself, which stands for other bytes in decoded texts.
    'title=%EF%BF%BD',
    'title=\u{fffd}ä',
  ])('%s is UTF-8', (query) => expect(refuse(query)).toBe(''))

  it.each([
    ['title=%ff', 'title'],
    ['page=2&title=a%c3', 'title'],
    // A surrogate, and a longer form of a slash.
    ['title=%ED%A0%80', 'title'],
    ['title=%c0%af', 'title'],
    ['ti%74le=%C3%A4%80', 'title'],
    ['title=%EF%BF%BD%FF', 'title'],
  ])('%s is not', (query, name) =>
    expect(refuse(query)).toBe(`The parameter ${name} is not percent-encoded UTF-8.`),
  )
})
