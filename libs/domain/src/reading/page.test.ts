import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusedPaths } from '../testing/world.ts'
import { MAX_LIMIT, MAX_OFFSET, createPage, createWindow } from './page.ts'

const FARTHER = 'use articlesConnection'

describe('C5.6 values beyond a limit are refused, never clamped', () => {
  test.each([
    [1, 0],
    [100, 10_000],
  ])('limit %d and offset %d are in range', (limit, offset) =>
    expect(createWindow(limit, offset)).toEqual({ limit, offset }),
  )

  test.each([
    [0, 0, ['limit']],
    [101, 0, ['limit']],
    [1.5, 0, ['limit']],
    [Number.NaN, -1, ['limit', 'offset']],
    [20, 10_001, ['offset']],
    [20, 0.5, ['offset']],
  ])('limit %d and offset %d are refused at %j', async (limit, offset, paths) =>
    expect(await refusedPaths(() => createWindow(limit, offset))).toEqual(paths),
  )

  test.each([
    [0, 20, ['page']],
    [-1, 20, ['page']],
    [1.5, 20, ['page']],
    [502, 20, ['page']],
    [102, 100, ['page']],
    [1, 0, ['limit']],
    [0, 101, ['limit', 'page']],
    [Number.MAX_SAFE_INTEGER, 100, ['page']],
  ])('page %d of %d is refused at %j', async (page, limit, paths) =>
    expect(await refusedPaths(() => createPage(page, limit, FARTHER))).toEqual(paths),
  )

  test('the last page with an offset is page 501 of 20; the message names the way to read further', () => {
    expect(createPage(501, 20, FARTHER)).toEqual({ limit: 20, offset: 10_000 })
    expect(() => createPage(502, 20, FARTHER)).toThrow(FARTHER)
  })

  test('pages adjoin: every row within reach is on exactly one page', () => {
    const inReach = fc.record({
      limit: fc.integer({ min: 1, max: MAX_LIMIT }),
      row: fc.integer({ min: 0, max: MAX_OFFSET }),
    })
    fc.assert(
      fc.property(inReach, ({ limit, row }) => {
        const { offset } = createPage(Math.floor(row / limit) + 1, limit, FARTHER)
        expect(offset).toBeLessThanOrEqual(row)
        expect(row).toBeLessThan(offset + limit)
        expect(offset % limit).toBe(0)
      }),
    )
  })
})
