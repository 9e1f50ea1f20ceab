import { expect, it } from 'vitest'
import { findRuns } from './copied-runs.ts'
import { readTokens } from './source-tokens.ts'

const source = (path: string, text: string) => ({ path, tokens: readTokens(path, text) })

/** A function of 28 tokens. */
const COPIED = 'function add(a: number, b: number) {\n  return [a, b].map((x) => x)\n}\n'
const other = source('other.ts', `const before = 1\n${COPIED}`)

it('finds a run of more than 25 equal tokens with both places, whatever the spaces and comments are', () => {
  const ours = source('ours.ts', `\n\nlet first\n${COPIED.replace('return', '// Adds.\n   return')}`)
  expect(findRuns([ours], [other])).toEqual([
    expect.objectContaining({ ours: 'ours.ts:4', theirs: 'other.ts:2', length: 28 }),
  ])
})

it.each([
  ['another name', COPIED.replace('[a, b]', '[a, c]')],
  ['another literal', COPIED.replace('[a, b]', '[1, b]')],
  ['an import between', COPIED.replace('{\n', "{\n} import 'x'; {")],
])('finds no run across %s', (_, text) => {
  expect(findRuns([source('ours.ts', text)], [other])).toEqual([])
})

it('finds no run of 25 tokens, and leaves imports out', () => {
  const list = (count: number) => `f(${Array.from({ length: (count - 3) / 2 }, () => 'a').join()})`
  const tokens = readTokens('a.ts', list(25))
  const longer = readTokens('a.ts', list(31))
  expect([tokens.length < 26, longer.length > 25]).toEqual([true, true])
  expect(findRuns([{ path: 'a.ts', tokens }], [{ path: 'b.ts', tokens }])).toEqual([])
  expect(findRuns([{ path: 'a.ts', tokens: longer }], [{ path: 'b.ts', tokens: longer }])).toHaveLength(1)
  const imports = source('a.ts', `import { ${'a, '.repeat(30)}b } from 'c'`)
  expect(findRuns([imports], [imports])).toEqual([])
})
