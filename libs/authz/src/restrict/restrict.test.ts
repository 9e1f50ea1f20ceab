import { describe, expect, it } from 'vitest'
import { restrict } from './index.ts'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'

const policy = blogPolicy()
const editor = user(8, 'EDITOR')

describe('restrict', () => {
  it('takes away all that is not in the scopes, and adds nothing', () => {
    const key = restrict(policy, editor, ['articles:read', 'comments:write'])
    expect(policy.can(key, 'articles:read', article())).toBe(true)
    expect(policy.can(key, 'articles:delete')).toBe(false)
    expect(policy.can(key, 'comments:write')).toBe(false)
    expect(policy.can(editor, 'articles:delete')).toBe(true)
  })

  it('understands wildcards, and nothing that the policy does not know', () => {
    expect(restrict(policy, editor, ['comments:*']).restrictedTo).toHaveLength(3)
    expect(restrict(policy, editor, ['*']).restrictedTo).toEqual(policy.permissions)
    const unknown: readonly string[] = ['constructor', 'articles', 'articles:fly']
    expect(restrict(policy, editor, unknown).restrictedTo).toEqual([])
  })

  it('never widens what is restricted already', () => {
    const twice = restrict(policy, restrict(policy, editor, ['articles:read']), ['*'])
    expect(twice.restrictedTo).toEqual(['articles:read'])
  })

  it('limits permissions that were granted directly', () => {
    const granted = { ...user(1), permissions: ['articles:delete', 'comments:delete'] }
    const key = restrict(policy, granted, ['comments:*'])
    expect(policy.can(key, 'articles:delete')).toBe(false)
    expect(policy.can(key, 'comments:delete')).toBe(true)
  })

  it('keeps the getters of a class, so that conditions still find their attribute', () => {
    class Account {
      readonly roles = ['AUTHOR']
      get id() {
        return 7
      }
    }
    const key = restrict(policy, new Account() as never, ['articles:*'])
    expect(policy.can(key, 'articles:write', article({ ownerId: 7 }))).toBe(true)
  })

  it('gives no rights to a copy of a subject that cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable(editor, {})
    revoke()
    for (const odd of [proxy, null]) {
      const key = restrict(policy, odd as never, ['*'])
      expect(policy.permits(key, 'articles:read')).toBe(false)
    }
  })
})
