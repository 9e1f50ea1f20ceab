import { describe, expect, test } from 'vitest'
import { refusedPaths } from '../testing/world.ts'
import { accept, clearable, integer, oneOf, required } from './accept.ts'
import { badUserInput, ContentError, InvalidValue } from './errors.ts'
import { createTextRule } from './text.ts'

const size = integer(1, 3)
const rules = { name: required(createTextRule(1, 5)), size: clearable(size), color: oneOf(['RED', 'BLUE']) }
const nested = { box: (box: { readonly size?: number }) => accept({ size }, box) }

describe('C5.13 accept', () => {
  test('accepts the members that have a rule, and no others', () => {
    const input = { name: 'Ada', size: undefined, isAdmin: true }
    expect(accept(rules, input)).toEqual({ name: 'Ada' })
  })

  test('ignores members of a prototype that JSON has made', () => {
    const input = JSON.parse('{"__proto__":{"name":"too long a name"},"size":2}') as object
    expect(accept(rules, input)).toEqual({ size: 2 })
  })

  test('null clears an optional member, and a required member refuses null', async () => {
    expect(accept(rules, { size: null })).toEqual({ size: null })
    expect(await refusedPaths(() => accept(rules, { name: null }))).toEqual(['name'])
  })

  test('reports all problems together', async () =>
    expect(await refusedPaths(() => accept(rules, { name: '', size: 4, color: 'GREEN' }))).toEqual([
      'name',
      'size',
      'color',
    ]))

  test('C5.11 reports the path of a member inside a member', async () => {
    const both = { ...nested, name: rules.name }
    expect(await refusedPaths(() => accept(both, { box: { size: 9 }, name: '' }))).toEqual([
      'box.size',
      'name',
    ])
  })

  test('passes on errors that are not about the value', () => {
    const broken = () => {
      throw new TypeError('a bug')
    }
    expect(() => accept({ name: broken }, { name: 'x' })).toThrow(TypeError)
    const refused = () => {
      throw new ContentError('FORBIDDEN', 'No.')
    }
    expect(() => accept({ name: refused }, { name: 'x' })).toThrow('No.')
  })

  test.each([0, 4, 1.5, Number.NaN, Infinity])('integer(1, 3) refuses %d', (value) =>
    expect(() => size(value)).toThrow(InvalidValue),
  )

  test.each(['red', 'constructor', '', 'RED '])('oneOf refuses %j and names the allowed words', (word) =>
    expect(() => rules.color(word)).toThrow('RED, BLUE'),
  )
})

describe('C5.11 problems', () => {
  test('reports at most 100 problems', () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ path: [index], message: 'is wrong' }))
    const error = badUserInput(many)
    expect(error.problems).toHaveLength(100)
    expect(error.message.split('; ')).toHaveLength(100)
  })

  test('reports a problem without a path as a sentence', () =>
    expect(badUserInput([{ path: [], message: 'is empty' }]).message).toBe('is empty'))
})
