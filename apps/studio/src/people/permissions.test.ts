import { describe, expect, it } from 'vitest'
import type { ContentModel } from '../api/model.ts'
import { findSubject, listPermissions } from './permissions.ts'

const type = (path: string, own: string, operations: readonly string[] = []) => ({
  path,
  permissions: { read: `${own}:read`, create: `${own}:write`, write: `${own}:write`, delete: `${own}:write` },
  operations: operations.map((permission) => ({ permission })),
})

const MODEL = {
  types: [
    type('categories', 'products'),
    type('products', 'products'),
    type('meetups', 'meetups', ['meetups:cancel']),
  ],
} as unknown as ContentModel

describe('the permissions of a service', () => {
  it('are those of its types and of the session, each once', () => {
    expect(listPermissions(MODEL, ['audit:read', 'meetups:read'])).toEqual([
      'audit:read',
      'meetups:cancel',
      'meetups:read',
      'meetups:write',
      'products:read',
      'products:write',
    ])
  })

  it('are about the records of a type, or of none', () => {
    expect(findSubject(MODEL, 'products:read')?.path).toBe('products')
    expect(findSubject(MODEL, 'meetups:cancel')?.path).toBe('meetups')
    expect(findSubject(MODEL, 'meetups:publish')?.path).toBe('meetups')
    expect(findSubject(MODEL, 'audit:read')).toBeNull()
  })
})
