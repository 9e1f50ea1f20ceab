import { describe, expect, it } from 'vitest'
import { adviseName, findMeant, findUnknownOptions } from './similar-name.ts'

const KNOWN = ['unique', 'seenWith', 'search', 'list']

describe('a name that somebody mistyped', () => {
  it.each([
    ['uniqe', 'unique'],
    ['seenwith', 'seenWith'],
    ['seen_with', 'seenWith'],
    ['Search', 'search'],
    ['lst', 'list'],
    ['lsit', 'list'],
    ['order', undefined],
    ['', undefined],
  ])('%s means %s', (typed, meant) => {
    expect(findMeant(typed, KNOWN)).toBe(meant)
  })

  it('gets the similar name, or all names', () => {
    expect(adviseName('uniqe', KNOWN)).toBe('did you mean unique?')
    expect(adviseName('order', KNOWN)).toBe('use one of unique, seenWith, search, list')
  })

  it('is a problem among options, __proto__ too', () => {
    expect(findUnknownOptions({ search: 'A', ['__proto__']: 1, uniqe: true }, KNOWN)).toEqual([
      'no option has the name __proto__; use one of unique, seenWith, search, list',
      'no option has the name uniqe; did you mean unique?',
    ])
  })
})
