import { describe, expect, it } from 'vitest'
import { AccessDenied, type AuditEvent, definePolicy } from '../../index.ts'
import { article, blogPolicy, user } from '../../../tests/support/blog.ts'

const policy = blogPolicy()
const guest = user(null, 'GUEST')
const author = user(7, 'AUTHOR')
const editor = user(8, 'EDITOR')

describe('can', () => {
  it('tests the condition on the resource', () => {
    expect(policy.can(guest, 'articles:read', article({ status: 'PUBLISHED' }))).toBe(true)
    expect(policy.can(guest, 'articles:read', article({ status: 'DRAFT' }))).toBe(false)
    expect(policy.can(author, 'articles:write', article({ ownerId: 7 }))).toBe(true)
    expect(policy.can(author, 'articles:write', article({ ownerId: 8 }))).toBe(false)
  })

  it('gives a role what it inherits, at any depth', () => {
    expect(policy.can(editor, 'articles:read', article())).toBe(true)
    expect(policy.can(editor, 'comments:read')).toBe(true)
  })

  it('lets deny win, inherited or from another role', () => {
    expect(policy.can(editor, 'articles:write', article({ status: 'DELETED' }))).toBe(false)
    expect(policy.can(user(9, 'ADMIN'), 'articles:write', article({ status: 'DELETED' }))).toBe(true)
    expect(policy.can(user(9, 'ADMIN', 'AUTHOR'), 'articles:write', article({ status: 'DELETED' }))).toBe(
      false,
    )
  })

  it('expands wildcards', () => {
    for (const permission of policy.permissions) expect(policy.can(user(1, 'ADMIN'), permission)).toBe(true)
    expect(policy.can(editor, 'articles:delete')).toBe(true)
    expect(policy.can(editor, 'comments:delete')).toBe(false)
  })

  it('adds direct permissions, exact and without condition, below deny', () => {
    const granted = { ...author, permissions: ['articles:delete', 'articles:write', 'comments:*'] }
    expect(policy.can(granted, 'articles:delete')).toBe(true)
    expect(policy.can(granted, 'articles:write', article({ ownerId: 8 }))).toBe(true)
    expect(policy.can(granted, 'articles:write', article({ status: 'DELETED' }))).toBe(false)
    expect(policy.can(granted, 'comments:delete')).toBe(false)
  })

  it('keeps to restrictedTo, whatever the roles allow', () => {
    const restricted = { ...user(1, 'ADMIN'), restrictedTo: ['articles:read'] }
    expect(policy.can(restricted, 'articles:read')).toBe(true)
    expect(policy.can(restricted, 'articles:delete')).toBe(false)
    expect(policy.filter(restricted, 'articles:delete')).toEqual({ kind: 'never' })
    expect(policy.can({ ...restricted, restrictedTo: [] }, 'articles:read')).toBe(false)
  })

  it('allows nobody nothing', () => {
    expect(policy.can(null, 'articles:read', article({ status: 'PUBLISHED' }))).toBe(false)
  })
})

describe('permits', () => {
  it('is true where some resource could pass', () => {
    expect(policy.permits(guest, 'articles:read')).toBe(true)
    expect(policy.permits(author, 'articles:write')).toBe(true)
    expect(policy.permits(author, 'articles:delete')).toBe(false)
    expect(policy.permits({ ...author, permissions: ['articles:delete'] }, 'articles:delete')).toBe(true)
    expect(policy.permits(null, 'articles:read')).toBe(false)
  })

  it('knows that no row is owned by nobody', () => {
    expect(policy.permits(user(null, 'AUTHOR'), 'articles:write')).toBe(false)
  })
})

describe('decide', () => {
  it.each([
    [guest, 'articles:read', article({ status: 'PUBLISHED' }), 'allow', 'allowed', ['roles.GUEST.rules[0]']],
    [guest, 'articles:read', article(), 'deny', 'no-rule', []],
    [guest, 'articles:read', undefined, 'deny', 'resource-required', []],
    [guest, 'articles:delete', undefined, 'deny', 'no-rule', []],
    [author, 'articles:write', undefined, 'deny', 'resource-required', []],
    [author, 'articles:write', article({ status: 'DELETED' }), 'deny', 'denied', ['roles.AUTHOR.rules[1]']],
    [{ ...author, permissions: ['articles:delete'] }, 'articles:delete', undefined, 'allow', 'granted', []],
    [{ ...author, restrictedTo: [] }, 'articles:read', article(), 'deny', 'out-of-scope', []],
  ] as const)(
    'names the reason and the rules: %#',
    (subject, permission, resource, effect, reason, rules) => {
      const decision = policy.decide(subject, permission, resource)
      expect(decision).toMatchObject({ effect, reason })
      expect(decision.determining.map((rule) => rule.path)).toEqual(rules)
    },
  )

  it('obliges to omit a field unless a rule that decides leaves it free', () => {
    const comment = { id: 1, authorId: 7, email: 'a@b.c' }
    expect(policy.decide(guest, 'comments:read', comment).obligations).toEqual([
      { kind: 'omit', fields: ['email'] },
    ])
    expect(policy.decide(author, 'comments:read', comment).obligations).toEqual([])
    expect(policy.decide(author, 'comments:read', { ...comment, authorId: 9 }).obligations).toHaveLength(1)
  })
})

describe('authorize', () => {
  const refusal = (ask: () => unknown) => {
    try {
      ask()
    } catch (error) {
      return error
    }
    return undefined
  }

  it('returns the decision', () => {
    expect(policy.authorize(editor, 'articles:delete').effect).toBe('allow')
  })

  it('refuses whoever is signed in with FORBIDDEN and the permission that is missing', () => {
    const error = refusal(() => policy.authorize(author, 'articles:delete'))
    expect(error).toBeInstanceOf(AccessDenied)
    expect(error).toMatchObject({ code: 'FORBIDDEN', permission: 'articles:delete' })
    expect(String(error)).toContain('articles:delete')
  })

  it.each([null, guest])('refuses nobody with UNAUTHENTICATED', (subject) => {
    const error = refusal(() => policy.authorize(subject, 'articles:delete'))
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', permission: 'articles:delete' })
  })
})

describe('filter', () => {
  it('puts the values of the subject in the place of references', () => {
    expect(policy.filter(author, 'articles:read')).toEqual({
      kind: 'when',
      where: {
        op: 'or',
        conditions: [
          { op: 'eq', attribute: 'ownerId', value: 7 },
          { op: 'eq', attribute: 'status', value: 'PUBLISHED' },
        ],
      },
    })
  })

  it('is always or never where conditions do not matter', () => {
    expect(policy.filter(editor, 'articles:read')).toEqual({ kind: 'always' })
    expect(policy.filter(author, 'articles:delete')).toEqual({ kind: 'never' })
    expect(policy.filter(null, 'articles:read')).toEqual({ kind: 'never' })
  })

  it('says a condition that two roles share once', () => {
    const filter = policy.filter(user(7, 'GUEST', 'AUTHOR', 'GUEST'), 'articles:read')
    expect(filter).toEqual(
      policy.filter(author, 'articles:read').kind === 'when' ? expect.anything() : filter,
    )
    expect(JSON.stringify(filter).match(/PUBLISHED/g)).toHaveLength(1)
  })
})

describe('for', () => {
  it('asks the same questions for one subject', () => {
    const ability = policy.for(author)
    expect(ability.can('articles:write', article())).toBe(true)
    expect(ability.permits('articles:delete')).toBe(false)
    expect(ability.filter('articles:read')).toEqual(policy.filter(author, 'articles:read'))
    expect(ability.decide('articles:write', article())).toEqual(
      policy.decide(author, 'articles:write', article()),
    )
    expect(() => ability.authorize('articles:delete')).toThrow(AccessDenied)
    expect(policy.for(null).can('articles:read')).toBe(false)
  })
})

describe('what the policy does not know', () => {
  const heard: AuditEvent[] = []
  const audited = blogPolicy((event) => heard.push(event))
  const unknown = 'articles:fly' as 'articles:read'

  it('denies an unknown role and reports it', () => {
    heard.length = 0
    expect(audited.can(user(1, 'WIZARD'), 'articles:read')).toBe(false)
    expect(heard).toMatchObject([{ kind: 'unknown-role', role: 'WIZARD' }])
  })

  it('denies an unknown permission, even one granted directly, and reports it', () => {
    heard.length = 0
    const admin = { ...user(1, 'ADMIN'), permissions: ['articles:fly'] }
    expect(audited.can(admin, unknown)).toBe(false)
    expect(audited.filter(admin, unknown)).toEqual({ kind: 'never' })
    expect(audited.decide(admin, unknown).reason).toBe('unknown-permission')
    expect(heard.filter((event) => event.kind === 'unknown-permission')).toHaveLength(3)
  })

  it('reports decisions, and goes on when the hook throws', () => {
    heard.length = 0
    audited.decide(user(1, 'ADMIN'), 'articles:read')
    expect(heard).toMatchObject([
      { kind: 'decision', permission: 'articles:read', decision: { effect: 'allow' } },
    ])
    const failing = blogPolicy(() => {
      throw new Error('the log is full')
    })
    expect(failing.can(user(1, 'WIZARD', 'ADMIN'), 'articles:read')).toBe(true)
  })

  it('denies when testing a rule throws, and reports it', () => {
    heard.length = 0
    const broken = Object.defineProperty(article(), 'status', {
      get: () => {
        throw new Error('not loaded')
      },
    })
    expect(audited.can(user(7, 'AUTHOR'), 'articles:write', broken)).toBe(false)
    expect(audited.decide(user(7, 'AUTHOR'), 'articles:write', broken)).toMatchObject({
      effect: 'deny',
      determining: [{ path: 'roles.AUTHOR.rules[1]' }],
    })
    expect(heard[0]).toMatchObject({ kind: 'rule-failed', rule: 'roles.AUTHOR.rules[1]' })
  })
})

it('takes a thousand combinations of roles and more', () => {
  const names = Array.from({ length: 40 }, (_, i) => `R${i}`)
  const rules = (b: { allow: (permission: 'x:read') => void }) => b.allow('x:read')
  const roles = Object.fromEntries(names.map((name) => [name, { rules }]))
  const many = definePolicy()({ resources: { x: ['read'] }, roles })
  for (const a of names)
    for (const b of names) expect(many.can({ id: 1, roles: [a, b] }, 'x:read')).toBe(true)
})
