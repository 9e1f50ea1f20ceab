import { describe, expect, it } from 'vitest'
import { definePolicy, holds, not, where } from '../../index.ts'
import { type Article, article, blogPolicy, user } from '../../../tests/support/blog.ts'

const policy = blogPolicy()

/** Each of these has let somebody in, in some permission library. */
describe('traps', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'no name is known by inheritance: %s',
    (name) => {
      expect(policy.can(user(1, name), 'articles:read')).toBe(false)
      expect(policy.can(user(1, 'ADMIN'), name as 'articles:read')).toBe(false)
      expect(policy.permits({ ...user(1), permissions: [name] }, name as 'articles:read')).toBe(false)
      expect(holds({ op: 'eq', attribute: name, value: { subject: name } }, {}, {})).toBe(false)
    },
  )

  it('roles and resources may be called like members of objects', () => {
    const odd = definePolicy()({
      resources: { constructor: ['read'] },
      roles: { toString: { rules: (b) => b.allow('constructor:read') } },
    })
    expect(odd.can({ id: 1, roles: ['toString'] }, 'constructor:read')).toBe(true)
    expect(odd.can({ id: 1, roles: ['valueOf' as string] }, 'constructor:read')).toBe(false)
  })

  it('an ownerless row belongs to nobody, not to a subject without id', () => {
    for (const ownerId of [null, undefined])
      for (const id of [null, undefined]) {
        const subject = { ...user(null, 'AUTHOR'), id } as never
        expect(policy.can(subject, 'articles:write', { ...article(), ownerId } as Article)).toBe(false)
        expect(policy.filter(subject, 'articles:write')).toEqual({ kind: 'never' })
      }
  })

  it('a negated comparison with null is true, and one with an absent attribute is not', () => {
    const a = where<Article>()
    expect(holds(a.ownerId.ne(7), article({ ownerId: null }))).toBe(true)
    expect(holds(not(a.ownerId.gt(7)), { ownerId: null })).toBe(true)
    expect(holds(not(a.id.gt(7)), {})).toBe(false)
  })

  it('a condition asked without a resource forbids', () => {
    expect(policy.can(user(7, 'AUTHOR'), 'articles:write')).toBe(false)
    expect(policy.can(user(7, 'AUTHOR'), 'articles:write', null)).toBe(false)
  })

  it('a conditional deny asked without a resource forbids, whatever else allows', () => {
    expect(policy.can(user(9, 'ADMIN', 'AUTHOR'), 'articles:write')).toBe(false)
  })

  it('a user called like a role gets none of its grants', () => {
    const called = { id: 'ADMIN', name: 'ADMIN', roles: [] } as never
    for (const permission of policy.permissions) expect(policy.can(called, permission)).toBe(false)
  })

  it('one role whose name spells two is not the two', () => {
    for (const glue of [',', '\n', '\0', ' ', '|']) {
      policy.can(user(1, 'GUEST', 'ADMIN'), 'articles:delete')
      expect(policy.can(user(1, `GUEST${glue}ADMIN`), 'articles:delete')).toBe(false)
    }
  })

  it('permissions and roles that arrive as text grant nothing by their parts', () => {
    const text = (permissions: unknown) => ({ ...user(1), permissions }) as never
    expect(policy.can(text('articles:readonly articles:delete'), 'articles:delete')).toBe(false)
    expect(
      policy.can({ ...user(1, 'ADMIN'), restrictedTo: 'articles:delete' } as never, 'articles:delete'),
    ).toBe(false)
    for (const restrictedTo of ['', null, 0, {}]) {
      const restricted = { ...user(1, 'ADMIN'), restrictedTo } as never
      expect(policy.can(restricted, 'articles:delete')).toBe(false)
      expect(policy.decide(restricted, 'articles:delete').reason).toBe('out-of-scope')
    }
    expect(policy.can({ id: 1, roles: 'ADMIN' } as never, 'articles:delete')).toBe(false)
    expect(policy.can({ id: 1 } as never, 'articles:delete')).toBe(false)
  })
})
