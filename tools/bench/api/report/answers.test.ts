import { describe, expect, it } from 'vitest'
import { findDifference, isFull, normalizeAnswer } from './answers.ts'

describe('equal responses', () => {
  it('have the same values, whatever wraps them', () => {
    const ours = {
      data: { user: { id: '7', createdAt: '2026-01-02T03:04:05.600Z' } },
      extensions: { cost: 1 },
    }
    const others = { data: { user: { createdAt: '2026-01-02T03:04:05.6+00:00', id: 7 } } }
    expect(normalizeAnswer('W1', ours)).toEqual(normalizeAnswer('W1', others))
    expect(normalizeAnswer('W3a', { id: 7, name: 'Ada' })).toEqual({ id: '7', name: 'Ada' })
  })

  it('are lists with and without edges', () => {
    const edges = [{ node: { id: 'a' } }, { node: { id: 'b' } }]
    expect(normalizeAnswer('W4', { data: { searchAll: { edges } } })).toEqual([{ id: 'a' }, { id: 'b' }])
  })

  it('of a new comment have other ids and times, and a payload can wrap them', () => {
    const comment = { id: 'x', createdAt: '2026-11-23T00:00:00Z', content: 'Text', author: { id: 7 } }
    const expected = { content: 'Text', author: { id: '7' } }
    expect(normalizeAnswer('W5', { data: { createComment: comment } })).toEqual(expected)
    expect(normalizeAnswer('W5', { data: { createComment: { comment } } })).toEqual(expected)
  })
})

describe('different responses', () => {
  it.each([
    [{ a: [1, 2] }, { a: [1, 3] }, 'response.a.1 is 2 and 3'],
    [{ a: null }, { a: {} }, 'response.a is null and {}'],
    [[1], [1, 2], 'response.1 is only in one response'],
    [{ a: 1 }, { a: 1 }, null],
  ])('%j and %j: %s', (a, b, difference) => {
    expect(findDifference(a, b)).toBe(difference)
  })
})

it('an empty answer is no answer', () => {
  expect(isFull('W1', normalizeAnswer('W1', { data: { article: null } }))).toBe(false)
  expect(isFull('W2', normalizeAnswer('W2', { data: { articles: [] } }))).toBe(false)
  expect(isFull('W4', [{ id: 'a' }])).toBe(true)
})
