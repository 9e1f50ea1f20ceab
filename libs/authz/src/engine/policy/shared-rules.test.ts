import { describe, expect, it } from 'vitest'
import { explain } from '../../explain/index.ts'
import { InvalidPolicy, type Subject, attrs, definePolicy, matcher } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { restrict } from '../../restrict/index.ts'

interface Row {
  readonly tenantId: number
  readonly editorIds: readonly number[]
}
type Asker = Subject & { id: number | null; tenantId: number }
interface Context {
  readonly time: Date
}

const noon = new Date('2026-01-31T12:00:00Z')
const policy = definePolicy<Asker, Context>()({
  resources: { articles: ['read', 'write'], notes: ['read', 'delete'] },
  attributes: { articles: attrs<Row>(), notes: attrs<Row>() },
  allRoles: (b) => b.deny('*', (r, s) => r.tenantId.ne(s.tenantId)),
  roleOn: { articles: { EDITOR: (a, s) => a.editorIds.contains(s.id) } },
  roles: {
    READER: { rules: (b) => b.allow('*:read') },
    EDITOR: { inherits: ['READER'], rules: (b) => b.allow(['articles:write', 'notes:delete']) },
    NIGHT: { rules: (b) => b.allow('notes:*', (_, __, ctx) => ctx.time.lt(noon)) },
  },
})
const row: Row = { tenantId: 1, editorIds: [7] }
const asker = (...roles: ('READER' | 'EDITOR' | 'NIGHT')[]) => ({ id: 7, tenantId: 1, roles })

describe('*:read', () => {
  it('is the action of every resource, and no other action', () => {
    expect(policy.can(asker('READER'), 'articles:read', row)).toBe(true)
    expect(policy.can(asker('READER'), 'notes:read', row)).toBe(true)
    expect(policy.can(asker('READER'), 'notes:delete', row)).toBe(false)
  })

  it('is a scope', () => {
    const limited: Subject = restrict(policy, asker('READER', 'EDITOR'), ['*:read'])
    expect(limited.restrictedTo).toEqual(['articles:read', 'notes:read'])
  })

  it('is refused for an action that no resource has', () => {
    expect(() =>
      definePolicy()({
        resources: { articles: ['read'] },
        roles: { A: { rules: (b) => b.allow('*:write' as '*:read') } },
      }),
    ).toThrow('unknown permission "*:write"')
  })
})

describe('rules of all roles', () => {
  it('hold for each role, and for a subject without a role', () => {
    const foreign = { ...row, tenantId: 2 }
    for (const subject of [asker('READER'), asker('EDITOR'), { ...asker(), permissions: ['notes:read'] }]) {
      expect(policy.can(subject, 'notes:read', row)).toBe(true)
      expect(policy.can(subject, 'notes:read', foreign)).toBe(false)
      expect(matcher(policy.filter(subject, 'notes:read'))(foreign)).toBe(false)
      expect(unpack(JSON.parse(JSON.stringify(pack(policy, subject)))).can('notes:read', foreign)).toBe(false)
      expect(explain(policy, subject, 'notes:read', foreign).decision.reason).toBe('denied')
    }
    expect(policy.can(asker('READER'), 'notes:read', {} as Row)).toBe(false)
    expect(policy.roles).toEqual(['READER', 'EDITOR', 'NIGHT'])
  })
})

describe('odd shared rules and rules with odd options', () => {
  it('keep the rules of a role with the name *, a deny too', () => {
    const both = definePolicy()({
      resources: { articles: ['read'] },
      allRoles: (b) => b.allow('articles:read'),
      roles: { '*': { rules: (b) => b.deny('articles:read') } },
    })
    expect(both.can(null, 'articles:read')).toBe(false)
  })

  it.each<[string, object]>([
    ['allRoles that is a number', { allRoles: 5 }],
    ['allRoles that is false', { allRoles: false }],
    ['allRoles that is null', { allRoles: null }],
    ['a roleOn that is a number', { roleOn: 5 }],
    ['a roleOn that is null', { roleOn: null }],
    ['a roleOn whose resource is a number', { roleOn: { articles: 5 } }],
    ['a roleOn whose condition is null', { roleOn: { articles: { A: null } } }],
    ['an after that is null', { rules: { after: null } }],
    ['an after that is a number', { rules: { after: 5 } }],
    ['fields that are null', { rules: { fields: null } }],
    ['fields that are a text', { rules: { fields: 'id' } }],
  ])('are refused: %s', (_, given) => {
    const { rules, ...more } = given as { readonly rules?: object }
    expect(() =>
      definePolicy()({
        resources: { articles: ['read'] },
        roles: { A: { rules: (b) => b.allow('articles:read', rules as never) } },
        ...(more as object),
      }),
    ).toThrow(InvalidPolicy)
  })
})

describe('roleOn', () => {
  it('gives the rules of a role on those rows for which its condition holds', () => {
    const subject = asker()
    expect(policy.can(subject, 'articles:write', row)).toBe(true)
    expect(policy.can(subject, 'articles:read', row)).toBe(true)
    expect(policy.can(subject, 'articles:write', { ...row, editorIds: [8] })).toBe(false)
    expect(policy.can(subject, 'articles:write', { ...row, tenantId: 2 })).toBe(false)
    expect(policy.can(subject, 'notes:delete', row)).toBe(false)
    expect(policy.can(subject, 'articles:write')).toBe(false)
    const filter = policy.filter(subject, 'articles:write')
    expect([row, { ...row, editorIds: [8] }].map(matcher(filter))).toEqual([true, false])
    expect(unpack(JSON.parse(JSON.stringify(pack(policy, subject)))).can('articles:write', row)).toBe(true)
    expect(parsePolicy<Asker>(JSON.stringify(toJson(policy))).can(subject, 'articles:write', row)).toBe(true)
  })

  it('reads a JSON policy', () => {
    const parsed = parsePolicy({
      resources: { articles: ['write'] },
      attributes: { articles: { editorId: 'integer' } },
      roles: { EDITOR: { rules: [{ effect: 'allow', permissions: ['*'] }] } },
      roleOn: { articles: { EDITOR: { op: 'eq', attribute: 'editorId', value: { subject: 'id' } } } },
    })
    expect(parsed.can({ id: 7, roles: [] }, 'articles:write', { editorId: 7 })).toBe(true)
    expect(parsed.can({ id: 8, roles: [] }, 'articles:write', { editorId: 7 })).toBe(false)
  })

  it('refuses unknown roles and resources, all at once', () => {
    const define = () =>
      definePolicy()({
        resources: { articles: ['read'] },
        roles: { EDITOR: {} },
        roleOn: { articles: { EDITR: () => 1 }, pages: { EDITOR: () => 1 } } as never,
      })
    expect(define).toThrow(InvalidPolicy)
    expect(define).toThrow(
      'roleOn.articles: unknown role "EDITR"; did you mean "EDITOR"?\nroleOn: unknown resource "pages"',
    )
  })
})

describe('the context', () => {
  const night = asker('NIGHT')
  it('is an argument of for', () => {
    const early = { time: new Date(noon.getTime() - 1) }
    expect(policy.for(night, early).can('notes:delete', row)).toBe(true)
    expect(policy.for(night, { time: noon }).can('notes:delete', row)).toBe(false)
    expect(policy.for(night, early).filter('notes:delete').kind).toBe('when')
    expect(policy.for(night, { time: noon }).filter('notes:delete')).toEqual({ kind: 'never' })
  })

  it('cannot be tested if it is absent', () => {
    expect(policy.can(night, 'notes:delete', row)).toBe(false)
    expect(policy.for(night, {}).can('notes:delete', row)).toBe(false)
    const { rules } = explain(policy, night, 'notes:delete', row)
    expect(rules.find(({ path }) => path.includes('NIGHT'))?.outcome).toBe('untestable')
  })

  it('can have lists of objects, which the subject cannot have in its place', () => {
    const ofTeam = definePolicy<Subject, { teams: readonly { id: number }[] }>()({
      resources: { notes: ['read'] },
      roles: {
        NIGHT: { rules: (b) => b.allow('notes:read', (_, __, c) => c.teams.some((t) => t.id.eq(1))) },
      },
    })
    const decisions = (forged: readonly object[], teams: readonly { id: number }[]) => {
      const ability = ofTeam.for({ ...night, $teams: forged } as Subject, { teams } as object)
      return [ability.can('notes:read', {}), ability.permits('notes:read')]
    }
    expect(decisions([], [{ id: 1 }])).toEqual([true, true])
    expect(decisions([{ id: 1 }], [])).toEqual([false, false])
  })

  it('is never an attribute of the subject', () => {
    const early = new Date(noon.getTime() - 1)
    const forged = { ...night, $time: early, time: early }
    expect(policy.can(forged, 'notes:delete', row)).toBe(false)
    expect(policy.filter(forged, 'notes:delete')).toEqual({ kind: 'never' })
    expect(explain(policy, forged, 'notes:delete', row).rules.map(({ outcome }) => outcome)).not.toContain(
      'applies',
    )
    expect(unpack(JSON.parse(JSON.stringify(pack(policy, forged)))).can('notes:delete', row)).toBe(false)
  })
})
