import { describe, expect, it } from 'vitest'
import { removeContents, removeGotValue } from './value-free-message.ts'

const LONG = 1_000_000

describe('C2.3 a message repeats at most 100 characters of a value', () => {
  it.each([
    ['a string', `Expected value of type "Date", found: "${'x'.repeat(LONG)}".`],
    ['a string of quotes', `Expected value of type "Date", found: "${'\\"'.repeat(LONG)}".`],
    ['a number', `Int cannot represent non-integer value: ${'7'.repeat(LONG)}`],
    ['a name', `Cannot query field "${'x'.repeat(LONG)}" on type "Query".`],
    [
      'an unknown member',
      `Expected value of type "A" not to include unknown field "${'x'.repeat(LONG)}", found: {}.`,
    ],
    [
      'a member with a quote',
      `Expected value of type "A" not to include unknown field "a"${'x'.repeat(LONG)}", found: {}.`,
    ],
    ['nested objects', `Expected value of type "A", found: ${'{ value: '.repeat(LONG)}`],
    ['nested lists', `Expected value of type "A", found: ${'['.repeat(LONG)}`],
    ['emoji', `Expected value of type "Date", found: "${'🦊'.repeat(LONG)}".`],
  ])('%s', (_, message) => {
    const told = removeContents(message)
    expect(told.length).toBeLessThan(250)
    expect(told.isWellFormed()).toBe(true)
  })

  it('gives no pattern more than 1,000 characters', () => {
    const read = countRead(() => {
      removeContents(`Expected value, found: "${'{ value: '.repeat(LONG)}`)
      removeGotValue(`Variable "$a" got invalid value ${'" at '.repeat(LONG)}; no`)
    })
    expect(read.length).toBeGreaterThan(0)
    expect(Math.max(...read)).toBeLessThanOrEqual(1_000)
  })

  it.each([
    ['found: { password: "hunter2" }.', 'found: {…}.'],
    ['Did you mean "email"? Found: { password: "hunter2" }.', 'Did you mean "email"? Found: {…}.'],
    [
      'has invalid value: Expected more, found: [{ password: "hunter2" }].',
      'has invalid value: Expected more, found: {…}.',
    ],
    ['Syntax Error: Expected Name, found String "hunter2".', 'Syntax Error: Expected Name, found String.'],
    ['Syntax Error: Unexpected BlockString "hunter2".', 'Syntax Error: Unexpected BlockString.'],
    ['Cannot query field "a" on type "Query".', 'Cannot query field "a" on type "Query".'],
  ])('%s', (message, told) => expect(removeContents(message)).toBe(told))

  it.each([
    [
      'Variable "$a" got invalid value { b: 1 } at "a.b"; reason',
      'Variable "$a" got invalid value … at "a.b"; reason',
    ],
    ['Variable "$a" got invalid value 7; reason', 'Variable "$a" got invalid value …; reason'],
    ['No value; no reason', 'No value; no reason'],
  ])('%s', (message, told) => expect(removeGotValue(message)).toBe(told))
})

/** The lengths of the texts that patterns read during the work. */
function countRead(work: () => void): readonly number[] {
  const { exec } = RegExp.prototype
  const read: number[] = []
  RegExp.prototype.exec = function (text) {
    read.push(text.length)
    return exec.call(this, text)
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = exec
  }
  return read
}
