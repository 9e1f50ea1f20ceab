import { it } from 'vitest'
import type { Policy } from '../index.ts'
import { restrict } from './index.ts'
import { blogPolicy, user } from '../../tests/support/blog.ts'

const policy = blogPolicy()

it('a typo in a scope does not compile', () => {
  // @ts-expect-error no such action
  restrict(policy, user(1), ['articles:raed'])
  // @ts-expect-error no such resource, beside a permission of the policy
  restrict(policy, user(1), ['articles:read', 'artcles:*'])
  restrict(policy, user(1), ['articles:read', 'comments:*', '*'])
  restrict(policy, user(1), [])
})

it('scopes from a database compile, and so do those of a policy from a file', () => {
  const scopes: readonly string[] = ['articles:raed']
  restrict(policy, user(1), scopes)
  restrict(policy, user(1), policy.permissions)
  restrict({} as Policy, user(1), ['articles:read'])
})
