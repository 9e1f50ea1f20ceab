import { afterEach, describe, expect, it } from 'vitest'
import { explain } from '../../explain/index.ts'
import { requirePermission } from '../../guards/express.ts'
import { type Subject, attrs, definePolicy, holds, matcher, where } from '../../index.ts'
import { parsePolicy } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'

type User = Subject & { readonly teamId: number }
interface Page {
  readonly teamId: number
  readonly isOpen: boolean
  readonly owner: { readonly teamId: number }
}
const policy = definePolicy<User, { hour: number }>()({
  resources: { pages: ['read', 'write', 'own', 'print', 'edit'] },
  attributes: { pages: attrs<Page>() },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('pages:read', (p) => p.isOpen.eq(true))
        b.allow('pages:write', (p, s) => p.teamId.eq(s.teamId))
        b.allow('pages:own', (p, s) => p.owner.teamId.eq(s.teamId))
        b.allow('pages:edit', (p, s) => p.teamId.eq(s.teamId), { fields: ['isOpen'] })
        b.allow('pages:print', (_, __, context) => context.hour.lt(18))
      },
    },
    ADMIN: { rules: (b) => b.allow('pages:*') },
  },
})
const added: string[] = []
function pollute(name: string, value: unknown): void {
  added.push(name)
  Object.assign(Object.prototype, { [name]: value })
}
afterEach(() => {
  for (const name of added.splice(0)) Reflect.deleteProperty(Object.prototype, name)
})
const nobody = { id: 1 } as unknown as User
const user = { id: 1, roles: ['USER'], teamId: 3 }

describe('what all objects inherit is no attribute', () => {
  it('of a subject: no role, no permission, no value', () => {
    pollute('roles', ['ADMIN'])
    pollute('permissions', ['pages:write'])
    pollute('teamId', 3)
    const page = { teamId: 3, isOpen: false, owner: { teamId: 3 } }
    const { teamId: _, ...teamless } = user
    for (const subject of [nobody, teamless as unknown as User]) {
      expect(policy.can(subject, 'pages:write', page)).toBe(false)
      expect(policy.for(subject).can('pages:write', page)).toBe(false)
      expect(policy.decide(subject, 'pages:own', page).effect).toBe('deny')
      expect(policy.filter(subject, 'pages:write').kind).toBe('never')
      expect(explain(policy, subject, 'pages:write', page).decision.effect).toBe('deny')
      expect(unpack(pack(policy, subject)).can('pages:write', page)).toBe(false)
    }
    expect(policy.can(user, 'pages:write', page)).toBe(true)
  })

  it('of a row, of its related objects, and of a context', () => {
    const ability = policy.for(user)
    const readable = matcher(policy.filter(user, 'pages:read'))
    pollute('isOpen', true)
    pollute('teamId', 3)
    pollute('hour', 9)
    pollute('owner', { teamId: 3 })
    for (const row of [{}, { owner: {} }] as Page[])
      for (const permission of ['pages:read', 'pages:write', 'pages:own', 'pages:print'] as const) {
        expect(policy.can(user, permission, row), permission).toBe(false)
        expect(ability.can(permission, row), permission).toBe(false)
        expect(ability.decide(permission, row).effect, permission).toBe('deny')
      }
    expect(ability.can('pages:edit', {} as Page, 'isOpen')).toBe(false)
    expect(ability.can('pages:edit', { teamId: 3 } as Page, 'isOpen')).toBe(true)
    expect(readable({} as Page)).toBe(false)
    expect(holds(where<Page>().isOpen.eq(true), {})).toBe(false)
    expect(policy.for(user, {}).can('pages:print', {} as Page)).toBe(false)
    expect(policy.for(user, { hour: 9 }).can('pages:print', {} as Page)).toBe(true)
  })

  it('of a rule, a condition or a request', () => {
    const denies = (effect: 'allow' | 'deny') => ({ effect, permissions: ['pages:write'] })
    const parse = () =>
      parsePolicy({
        resources: { pages: ['write'] },
        roles: { USER: { rules: [denies('allow'), denies('deny')] } },
      })
    const before = parse()
    const [closed, open] = [{ isOpen: false }, { isOpen: true }] as Page[]
    for (const [name, value] of [
      ['fields', []],
      ['fields', ['x']],
      ['conditions', []],
      ['condition', { op: 'and', conditions: [] }],
      ['attribute', 'isOpen'],
      ['subject', 'id'],
      ['after', { op: 'or', conditions: [] }],
      ['mask', ['isOpen']],
      ['when', { op: 'and', conditions: [] }],
    ] as const) {
      pollute(name, value)
      for (const denying of [before, parse()]) {
        expect(denying.can(user, 'pages:write', {}), name).toBe(false)
        expect(denying.filter(user, 'pages:write').kind, name).toBe('never')
        expect(unpack(pack(denying, user)).can('pages:write', {}), name).toBe(false)
      }
      expect(policy.decide(user, 'pages:read', open as Page).effect, name).toBe('allow')
      expect(policy.can(user, 'pages:read', closed as Page), name).toBe(false)
      expect(matcher(policy.filter(user, 'pages:read'))(closed as Page), name).toBe(false)
      Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it('of a request: no user', async () => {
    pollute('user', { id: 1, roles: ['ADMIN'] })
    const guard = requirePermission(policy, 'pages:write')
    const statuses: number[] = []
    const response = { status: (code: number) => ({ json: () => statuses.push(code) }) }
    await guard({} as never, response as never, () => statuses.push(200))
    expect(statuses).toEqual([401])
  })

  it('but a getter of the class is one', () => {
    class Member {
      readonly id = 1
      readonly roles = ['USER']
      get teamId() {
        return 3
      }
    }
    const page = { teamId: 3 } as Page
    expect(policy.can(new Member(), 'pages:write', page)).toBe(true)
    pollute('teamId', 4)
    expect(policy.can(new Member(), 'pages:write', page)).toBe(false)
  })

  it('of every object by its language: "constructor" is absent', () => {
    const odd = where<{ constructor: string }>()
    expect([
      holds(odd.constructor.isNull(), {}),
      holds(odd.constructor.isNull(), { constructor: null }),
    ]).toEqual([false, true])
  })
})
