import { expect, test } from 'vitest'
import { checkMemberCount } from './member-count.ts'

const createObject = (members: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, place) => [`m${place}`, 0])))

test('C12.5 a body has at most 50,000 members at all depths', () => {
  checkMemberCount(createObject(50_000))
  const half = createObject(25_001)
  for (const json of [
    createObject(50_001),
    `[${half}, ${half}]`,
    createObject(60_000).replaceAll(':', ' :\n'),
  ])
    expect(() => checkMemberCount(json)).toThrow('more than 50000 properties. Send several requests.')
})

test.each([
  ['colons in a text', JSON.stringify({ text: ':'.repeat(300_000) })],
  ['colons after escaped quotes', JSON.stringify({ text: '":\\":'.repeat(100_000) })],
  ['items of a list', `[${'0,'.repeat(249_999)}0]`],
  ['brackets in a text', JSON.stringify({ text: '[{"'.repeat(100_000) })],
  ['backslashes at the end of a text', JSON.stringify({ text: '\\'.repeat(100_000), next: '[' })],
  ['text that is no JSON', 'a'.repeat(400_000)],
])('C12.5 %s do not count as members', (_, json) => expect(() => checkMemberCount(json)).not.toThrow())

test.each([
  ['lists in lists', `${'['.repeat(50_001)}${']'.repeat(50_001)}`],
  ['lists beside lists', `[${'[],'.repeat(50_000)}0]`],
  ['objects beside objects', `[${'{},'.repeat(50_000)}0]`],
])('C12.5 a body with more than 50,000 lists and objects is refused: %s', (_, json) =>
  expect(() => checkMemberCount(json)).toThrow('more than 50000 lists and objects. Send several requests.'),
)

test('C12.5 a large body that has no end is no JSON', () => {
  for (const part of ['[', '"a",', '{"a":0,'])
    expect(() => checkMemberCount(`[${part.repeat(400_000)}`)).toThrow(SyntaxError)
})

test('C12.5 a body with more than 250,000 values is refused', () =>
  expect(() => checkMemberCount(`[${'"a",'.repeat(250_001)}0]`)).toThrow(
    'more than 250000 values. Send several requests.',
  ))
