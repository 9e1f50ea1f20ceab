import { describe, expect, it } from 'vitest'
import { type Filter, InvalidPolicy, type Subject, attrs, definePolicy } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { permittedFields, pick, redact, redactor } from '../../redact/index.ts'
import { fieldsToSql } from '../../sql/index.ts'

interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: string
}
type Asker = Subject & { id: number | null }

const policy = definePolicy<Asker>()({
  resources: { users: ['read', 'update'] },
  attributes: { users: attrs<User>() },
  roles: {
    READER: { rules: (b) => b.allow('users:read', { fields: ['id', 'name'], mask: ['email'] }) },
    SELF: {
      inherits: ['READER'],
      rules: (b) => {
        b.allow('users:*', (u, s) => u.id.eq(s.id))
        b.deny('users:update', { fields: ['role'] })
      },
    },
    AUDITOR: {
      rules: (b) => {
        b.allow('users:read')
        b.deny('users:read', (u) => u.role.eq('ADMIN'), { fields: ['email'] })
      },
    },
  },
})
const as = (...roles: ('READER' | 'SELF' | 'AUDITOR')[]) => ({ id: 7, roles })
const own: User = { id: 7, name: 'Ada', email: 'ada@example.org', role: 'USER' }
const other: User = { ...own, id: 8 }
const admin: User = { ...other, role: 'ADMIN' }
const fields = ['id', 'name', 'email', 'role'] as const

describe('a rule with a list of fields', () => {
  it.each([
    ['READER', 'users:read', other, ['id', 'name']],
    ['SELF', 'users:read', other, ['id', 'name']],
    ['SELF', 'users:read', own, ['id', 'name', 'email', 'role']],
    ['SELF', 'users:update', own, ['id', 'name', 'email']],
    ['SELF', 'users:update', other, []],
    ['AUDITOR', 'users:read', own, ['id', 'name', 'email', 'role']],
    ['AUDITOR', 'users:read', admin, ['id', 'name', 'role']],
    ['AUDITOR', 'users:read', { ...own, role: undefined as never }, ['id', 'name', 'role']],
    ['READER', 'users:update', own, []],
  ] as const)('%s, %s: %#', (role, permission, row, expected) => {
    const subject = as(role)
    const decision = policy.decide(subject, permission, row)
    expect(fields.filter((field) => policy.can(subject, permission, row, field))).toEqual(expected)
    expect(fields.filter((field) => policy.for(subject).can(permission, row, field))).toEqual(expected)
    if (decision.effect === 'allow') {
      expect(permittedFields(fields, decision.obligations)).toEqual(expected)
      expect(Object.keys(pick(row, decision.obligations))).toEqual(expected)
    }
    const there = unpack(JSON.parse(JSON.stringify(pack(policy, subject))))
    expect(
      fields.filter((field) => there.can(permission, row, field)),
      'packed',
    ).toEqual(expected)
    const parsed = parsePolicy(JSON.stringify(toJson(policy)))
    expect(
      fields.filter((field) => parsed.can(subject, permission, row, field)),
      'json',
    ).toEqual(expected)
  })

  it('hides a new column', () => {
    const row = { ...other, secret: 1 }
    const { obligations } = policy.decide(as('READER'), 'users:read', row)
    expect(obligations).toEqual([
      { kind: 'only', fields: ['email', 'id', 'name'] },
      { kind: 'mask', fields: ['email'] },
    ])
    expect(redact(row, obligations)).toEqual({ id: 8, name: 'Ada', email: 'a***@e***.org' })
    const filter: Filter = policy.filter(as('READER'), 'users:read')
    expect(redactor(filter)(row)).toEqual({ id: 8, name: 'Ada', email: 'a***@e***.org' })
    expect(fieldsToSql(filter, ['id', 'secret'], { dialect: 'sqlite' }).text).toBe(
      '"id" as "id", case when false then "secret" end as "secret"',
    )
  })

  it('shows the same fields of a row in a list and after a decision', () => {
    for (const roles of [
      ['READER'],
      ['SELF'],
      ['AUDITOR'],
      ['READER', 'SELF'],
      ['SELF', 'AUDITOR'],
    ] as const) {
      const filter = policy.filter(as(...roles), 'users:read')
      for (const row of [own, other, admin])
        expect(redactor(filter)(row), `${roles} ${row.id}`).toEqual(
          redact(row, policy.decide(as(...roles), 'users:read', row).obligations),
        )
    }
  })

  it('limits a direct grant if all rules of the permission have lists', () => {
    const limited = definePolicy()({
      resources: { users: ['read'] },
      attributes: { users: attrs<User>() },
      roles: {
        A: { rules: (b) => b.allow('users:read', { fields: ['id'] }) },
        B: { rules: (b) => b.allow('users:read', { fields: ['name'] }) },
      },
    })
    const granted = { id: 1, roles: [], permissions: ['users:read'] }
    expect(limited.decide(granted, 'users:read', own).obligations).toEqual([
      { kind: 'only', fields: ['id', 'name'] },
    ])
    expect(limited.can(granted, 'users:read', own, 'email')).toBe(false)
  })

  it.each([
    ['a text instead of a list', { fields: 'id' }],
    ['a number in the list', { fields: [1] }],
    ['an unknown member', { field: ['id'] }],
  ])('refuses %s', (_, options) => {
    expect(() =>
      definePolicy()({
        resources: { users: ['read'] },
        roles: { A: { rules: (b) => b.allow('users:read', options as never) } },
      }),
    ).toThrow(InvalidPolicy)
  })
})
