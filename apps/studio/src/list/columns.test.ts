import { describe, expect, it } from 'vitest'
import type { ContentType, Field } from '../api/model.ts'
import { chooseColumns } from './columns.ts'

const aType = (...fields: readonly (readonly [string, Field['kind']])[]): ContentType =>
  ({ titleField: 'title', fields: fields.map(([name, kind]) => ({ name, kind })) }) as unknown as ContentType

describe('C20.4 the columns of a list', () => {
  it('are the short fields of its rows, the most telling ones first', () => {
    const type = aType(
      ['title', 'line'],
      ['price', 'number'],
      ['body', 'text'],
      ['owner', 'owner'],
      ['status', 'state'],
    )
    const row = { id: '1', title: 'A', tags: [], price: 1, body: 'B', owner: { id: '2' }, status: 'NEW' }
    expect(chooseColumns(type, [row]).map(({ name }) => name)).toEqual(['status', 'owner', 'price'])
  })

  it('are none that the rows do not have, and at most three', () => {
    const type = aType(['title', 'line'], ...'abcdefgh'.split('').map((name) => [name, 'flag'] as const))
    expect(chooseColumns(type, [{ id: '1', title: 'A', b: true }]).map(({ name }) => name)).toEqual(['b'])
    const full = Object.fromEntries('abcdefgh'.split('').map((name) => [name, true]))
    expect(chooseColumns(type, [{ id: '1', ...full }])).toHaveLength(3)
    expect(chooseColumns(type, [])).toEqual([])
  })
})
