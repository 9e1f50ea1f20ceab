import { describe, expect, it } from 'vitest'
import type { ContentModel } from '../api/model.ts'
import { listUnsearched } from './unsearched.ts'

const aType = (path: string, given: object = {}) => ({
  path,
  single: false,
  searched: false,
  titleField: 'name',
  filters: [{ kind: 'value', name: 'name', operators: ['eq', 'contains'], permission: null }],
  ...given,
})
const list = (...types: readonly object[]) =>
  listUnsearched({ types } as unknown as ContentModel).map(({ path }) => path)

describe('the types whose lists Ctrl-K asks', () => {
  it('are those that no search covers and whose titles can be filtered', () => {
    const filter = { kind: 'value', name: 'name', operators: ['contains'], permission: 'notes:read' }
    expect(
      list(
        aType('venues'),
        aType('articles', { searched: true }),
        aType('settings', { single: true }),
        aType('bookings', { titleField: null }),
        aType('notes', { filters: [filter] }),
      ),
    ).toEqual(['venues'])
  })

  it('are at most five', () => {
    expect(list(...'abcdefgh'.split('').map((path) => aType(path)))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
