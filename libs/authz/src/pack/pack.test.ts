import { describe, expect, it } from 'vitest'
import { AccessDenied } from '../index.ts'
import { article, blogPolicy, user } from '../testing/blog.ts'
import { type Packed, pack, packedSubject, unpack, unpackPolicy } from './index.ts'

const policy = blogPolicy()
const overTheWire = (packed: Packed): Packed => JSON.parse(JSON.stringify(packed))

describe('pack', () => {
  it('tells a browser what its subject may do, and nothing of others', () => {
    const packed = overTheWire(pack(policy, user(7, 'AUTHOR')))
    expect(packed.rules).toEqual([
      {
        effect: 'allow',
        permissions: ['articles:read', 'articles:write'],
        when: { op: 'eq', attribute: 'ownerId', value: 7 },
      },
      {
        effect: 'deny',
        permissions: ['articles:write'],
        when: { op: 'eq', attribute: 'status', value: 'DELETED' },
      },
      {
        effect: 'allow',
        permissions: ['comments:read'],
        when: { op: 'eq', attribute: 'authorId', value: 7 },
      },
      {
        effect: 'allow',
        permissions: ['articles:read'],
        when: { op: 'eq', attribute: 'status', value: 'PUBLISHED' },
      },
      { effect: 'allow', permissions: ['comments:read'], omit: ['email'] },
    ])
    expect(JSON.stringify(packed)).not.toMatch(/ADMIN|EDITOR|AUTHOR/)
  })

  it('leaves out what never holds, and what is out of scope', () => {
    expect(pack(policy, user(null, 'AUTHOR')).rules).toHaveLength(3)
    expect(pack(policy, { ...user(1, 'ADMIN'), restrictedTo: ['articles:read'] }).rules).toEqual([
      { effect: 'allow', permissions: ['articles:read'] },
    ])
    expect(pack(policy, null).rules).toEqual([])
  })

  it('takes direct permissions along', () => {
    const ability = unpack(pack(policy, { ...user(1), permissions: ['articles:delete', 'articles:fly'] }))
    expect(ability.can('articles:delete')).toBe(true)
    expect(ability.can('articles:fly')).toBe(false)
  })
})

describe('unpack', () => {
  it('decides like the policy', () => {
    const ability = unpack(overTheWire(pack(policy, user(7, 'AUTHOR'))))
    expect(ability.can('articles:write', article())).toBe(true)
    expect(ability.can('articles:write', article({ status: 'DELETED' }))).toBe(false)
    expect(ability.filter('articles:read')).toEqual(policy.filter(user(7, 'AUTHOR'), 'articles:read'))
    expect(ability.decide('comments:read', { authorId: 9 }).obligations).toEqual([
      { kind: 'omit', fields: ['email'] },
    ])
    expect(ability.decide('comments:read', { authorId: 7 }).obligations).toEqual([])
  })

  it('knows whether somebody is signed in', () => {
    const codeFor = (id: number | null) => {
      try {
        unpack(pack(policy, user(id, 'GUEST'))).authorize('articles:delete')
      } catch (error) {
        return error instanceof AccessDenied && error.code
      }
      return undefined
    }
    expect([codeFor(1), codeFor(null)]).toEqual(['FORBIDDEN', 'UNAUTHENTICATED'])
  })

  it('is the inverse of pack', () => {
    const packed = pack(policy, { ...user(7, 'AUTHOR', 'ADMIN'), permissions: ['articles:publish'] })
    expect(pack(unpackPolicy(overTheWire(packed)), packedSubject(packed))).toEqual(packed)
  })

  it('refuses what it does not understand', () => {
    expect(() => unpack({ ...pack(policy, null), version: 2 as 1 })).toThrow(
      new TypeError(
        'The packed rules have version 2, and unpack reads version 1. Use one version of the library.',
      ),
    )
  })
})
