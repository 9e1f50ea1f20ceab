import { restrict } from '@content-service/authz/restrict'
import { describe, expect, it } from 'vitest'
import { ANYBODY, mayOnAll } from '../access/access.ts'
import type { Caller } from '../access/content-policy.ts'
import { builtInModel } from '../service/content-types.ts'
import { aContext } from '../testing/builders.ts'
import { listCurrentPermissions } from './current-permissions.ts'

const { policy } = builtInModel
const user = (role: Caller['roles'][number]): Caller => ({ id: 7 as never, roles: [role], permissions: [] })
const list = (caller: Caller) => listCurrentPermissions(aContext({ caller }))

describe('C20.4 currentPermissions', () => {
  it.each([
    ['a guest', ANYBODY],
    ['a reader', user('READER')],
    ['an author', user('AUTHOR')],
    ['an editor', user('EDITOR')],
    ['an administrator', user('ADMIN')],
    ['a client', { id: null, client: 'robot', roles: [], permissions: ['audit:read'] } as Caller],
  ])('of %s are those on all records, sorted', (_, caller) => {
    const held = list(caller)
    expect(held).toEqual(held.toSorted())
    for (const permission of policy.permissions)
      expect([permission, held.includes(permission)]).toEqual([
        permission,
        mayOnAll({ caller, policy }, permission),
      ])
  })

  it('leave out the rights on own records alone', () => {
    expect(list(user('AUTHOR'))).not.toContain('articles:write')
    expect(list(user('EDITOR'))).toContain('articles:write')
  })

  it('are within the scopes of the credential', () => {
    const admin = user('ADMIN')
    expect(list(admin)).toEqual(policy.permissions.toSorted())
    const narrowed = restrict(policy, admin, ['articles:read', 'users:read'])
    expect(list(narrowed).filter((permission) => permission.startsWith('users:'))).toEqual(['users:read'])
    expect(list(narrowed)).not.toContain('audit:read')
  })
})
