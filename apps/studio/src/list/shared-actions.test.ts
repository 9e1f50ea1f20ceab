import { describe, expect, it } from 'vitest'
import type { Body } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { listShared } from './shared-actions.ts'

const TYPE = {
  trash: 'DELETED',
  operations: [
    { name: 'open', input: [] },
    { name: 'cancel', input: [{ name: 'reason' }] },
  ],
  fields: [{ name: 'status', choices: [{ value: 'PUBLISHED', label: 'Published' }] }],
} as unknown as ContentType

const rows = (...actions: readonly (readonly string[])[]): readonly Body[] =>
  actions.map((each, id) => ({ id, actions: each }))

describe('C20.4 the actions on several records', () => {
  it('are those without an input that each of the records allows', () => {
    const all = ['cancel', 'delete', 'open', 'status:DELETED', 'status:PUBLISHED', 'update']
    expect(listShared(TYPE, rows(all))).toEqual(['delete', 'open', 'status:PUBLISHED'])
    expect(listShared(TYPE, rows(all, ['delete', 'update']))).toEqual(['delete'])
    expect(listShared(TYPE, rows(all, []))).toEqual([])
    expect(listShared(TYPE, [])).toEqual([])
    expect(listShared({ ...TYPE, trash: true }, rows(['purge', 'restore']))).toEqual(['purge', 'restore'])
  })
})
