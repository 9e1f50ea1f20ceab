import { holds } from '@content-service/authz'
import { describe, expect, test } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import { createPolicyWithRules } from '../testing/policies.ts'
import type { UserId } from '../rules/ids.ts'
import { USER_ROLES, type UserRole } from './role-names.ts'
import { findHighestRole, matchRole, replaceBuiltIn, toCaller } from './held-roles.ts'

const policy = createPolicyWithRules({
  OWNER: { inherits: ['ADMIN'], rules: [{ effect: 'allow', permissions: ['audit:read'] }] },
  MODERATOR: { inherits: ['READER'], rules: [{ effect: 'allow', permissions: ['comments:delete'] }] },
  AUDITOR: { rules: [{ effect: 'allow', permissions: ['audit:read'] }] },
})

const CASES: readonly (readonly [readonly string[], UserRole])[] = [
  [[], 'GUEST'],
  [['GUEST'], 'GUEST'],
  [['EDITOR'], 'EDITOR'],
  [['READER', 'EDITOR'], 'EDITOR'],
  [['AUDITOR'], 'GUEST'],
  [['MODERATOR'], 'READER'],
  [['AUDITOR', 'MODERATOR', 'AUTHOR'], 'AUTHOR'],
  [['OWNER'], 'ADMIN'],
  [['GONE'], 'GUEST'],
  [['GONE', 'READER'], 'READER'],
  [['__proto__', 'constructor'], 'GUEST'],
]

describe('C12.3 User.role', () => {
  test.each(CASES)('%j is %s', (roles, role) => expect(findHighestRole(policy, roles)).toBe(role))

  test.each(CASES)('a filter finds a user with %j as %s, and not as another role', (roles, role) => {
    const found = USER_ROLES.filter((each) => holds(matchRole(policy, each), { roles }))
    expect(found).toEqual([role])
  })

  test('a role that the policy does not have any more counts as no role', () =>
    expect(findHighestRole(contentPolicy, ['OWNER'])).toBe('GUEST'))

  test.each<[readonly string[], UserRole, readonly string[]]>([
    [['EDITOR'], 'AUTHOR', ['AUTHOR']],
    [['EDITOR', 'AUDITOR'], 'AUTHOR', ['AUTHOR', 'AUDITOR']],
    [['AUDITOR', 'EDITOR', 'READER'], 'ADMIN', ['ADMIN', 'AUDITOR']],
    [['AUDITOR'], 'READER', ['READER', 'AUDITOR']],
    [[], 'GUEST', ['GUEST']],
  ])('a new role replaces only the built-in role: %j with %s gives %j', (held, role, roles) =>
    expect(replaceBuiltIn(held, role)).toEqual(roles),
  )
})

describe('C7.7 a user with none of the five roles', () => {
  test.each([[[]], [['GONE']], [['AUDITOR']]])(
    'a user with the roles %j may run only operations that need no credential',
    (roles) => {
      const caller = toCaller({ id: 7 as UserId, roles, permissions: [] })
      expect(policy.can(caller, 'articles:read', { status: 'PUBLISHED', ownerId: 8 as UserId })).toBe(true)
      expect(policy.can(caller, 'comments:write')).toBe(false)
    },
  )
})
