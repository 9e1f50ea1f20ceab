import { describe, expect, it } from 'vitest'
import { applyMergePatch } from './merge-patch.ts'

describe('RFC 7396, appendix A', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, change, result) => {
    expect(applyMergePatch(target, change)).toEqual(result)
  })

  it('keeps a member called as one of all objects', () => {
    expect(applyMergePatch({ constructor: 1 }, { toString: 2 })).toEqual({ constructor: 1, toString: 2 })
    expect(applyMergePatch({}, { constructor: { a: 1 } })).toEqual({ constructor: { a: 1 } })
  })
})
