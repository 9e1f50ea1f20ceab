import { describe, expect, it } from 'vitest'
import type { ContentType } from '../api/model.ts'
import { findChanges, listChoices, readValues } from './access.ts'

const ACCESS = {
  username: 'rita',
  role: 'READER',
  roles: ['READER', 'MODERATOR'],
  status: 'ACTIVE',
  permissions: ['users:read', 'audit:read'],
} as const

const choices = [
  { value: 'READER', label: 'READER' },
  { value: 'KEEPER', label: 'Keeper' },
]
const TYPE = { filters: [{ kind: 'value', name: 'role', choices }] } as unknown as ContentType

describe('C20.4 the access of a person', () => {
  const before = readValues({ ...ACCESS, roles: [...ACCESS.roles], permissions: [...ACCESS.permissions] })

  it('is sent as far as it was changed', () => {
    expect(findChanges(before, before)).toEqual({})
    expect(findChanges(before, { ...before, role: 'EDITOR' })).toEqual({ role: 'EDITOR' })
    expect(findChanges(before, { ...before, permissions: ['users:read', 'audit:read'] })).toEqual({})
    expect(findChanges(before, { ...before, permissions: [] })).toEqual({ permissions: [] })
  })

  it('has the choices of the model, under our words where there are some, and the value that is held', () => {
    const words = { READER: 'Reader' }
    const list = (name: string, held: string) => listChoices(TYPE, name, { words, held })
    expect(list('role', 'READER')).toEqual([
      { value: 'READER', label: 'Reader' },
      { value: 'KEEPER', label: 'Keeper' },
    ])
    expect(list('role', 'GUEST')[0]).toEqual({ value: 'GUEST', label: 'GUEST' })
    expect(list('status', 'ACTIVE')).toEqual([{ value: 'ACTIVE', label: 'ACTIVE' }])
  })
})
