import { describe, expect, it } from 'vitest'
import { attrs, definePolicy, holds, type Filter, type Subject } from '../../index.ts'
import { type Packed, pack, packedSubject, unpackPolicy } from '../../pack/index.ts'

interface User {
  readonly id: number
  readonly email: string
  readonly phone: string
  readonly isPublic: boolean
}
type Asker = Subject & { readonly id: number | null }

const make = (grantsShowAllFields: readonly 'users:read'[] = []) =>
  definePolicy<Asker>()({
    resources: { users: ['read', 'write'] },
    attributes: { users: attrs<User>() },
    roles: {
      GUEST: {
        rules: (b) => b.allow('users:read', (u) => u.isPublic.eq(true), { omit: ['phone'], mask: ['email'] }),
      },
      READER: {
        inherits: ['GUEST'],
        rules: (b) => {
          b.allow('users:read', { omit: ['email', 'phone'] })
          b.allow('users:read', (u, s) => u.id.eq(s.id))
        },
      },
      CLERK: { rules: (b) => b.allow('users:write', { omit: ['phone'] }) },
    },
    grantsShowAllFields,
  })
const policy = make()
const row: User = { id: 7, email: 'a@b.example', phone: '1', isPublic: true }

const decidePacked = (packed: Packed, permission: string) =>
  unpackPolicy(packed).decide(packedSubject(packed), permission, row)

describe('field rules of a direct permission', () => {
  const granted = { id: 1, roles: [], permissions: ['users:read', 'users:write'] }

  it('hide the fields that all rules of the permission omit or mask', () => {
    expect(policy.decide(granted, 'users:write', row)).toMatchObject({
      reason: 'granted',
      obligations: [{ kind: 'omit', fields: ['phone'] }],
    })
    expect(policy.filter(granted, 'users:write')).toMatchObject({
      kind: 'always',
      fields: [{ field: 'phone' }],
    })
    expect(decidePacked(pack(policy, granted), 'users:write').obligations).toEqual([
      { kind: 'omit', fields: ['phone'] },
    ])
  })

  it('show a field that one rule of the permission shows', () => {
    expect(policy.decide(granted, 'users:read', row).obligations).toEqual([])
    expect(policy.filter(granted, 'users:read')).toEqual({ kind: 'always' })
  })

  it('show all fields if the policy says so', () => {
    const open = definePolicy<Asker>()({
      resources: { users: ['read'] },
      attributes: { users: attrs<User>() },
      roles: { CLERK: { rules: (b) => b.allow('users:read', { omit: ['phone'] }) } },
      grantsShowAllFields: ['users:read'],
    })
    expect(open.decide(granted, 'users:read', row).obligations).toEqual([])
    expect(open.filter(granted, 'users:read')).toEqual({ kind: 'always' })
    expect(decidePacked(pack(open, granted), 'users:read').obligations).toEqual([])
    expect(() => make(['users:raed' as never])).toThrow('unknown permission "users:raed"')
  })
})

/** What a filter says of the fields of a row. */
const fieldsOf = ({ fields = [] }: Filter, of: User): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.map(({ field, shown, masked }) => [
      field,
      holds(shown, of) ? 'shown' : holds(masked, of) ? 'masked' : 'omitted',
    ]),
  )

describe('the fields of a filter', () => {
  const asker = { id: 7, roles: ['READER'] }

  it('say for each row what the decision on the row says', () => {
    for (const roles of [['GUEST'], ['READER'], ['READER', 'GUEST']])
      for (const id of [7, 8])
        for (const isPublic of [true, false]) {
          const user = { ...row, id, isPublic }
          const decision = policy.decide({ id: 7, roles }, 'users:read', user)
          if (decision.effect === 'deny') continue
          const found = fieldsOf(policy.filter({ id: 7, roles }, 'users:read'), user)
          const hidden = Object.fromEntries(
            decision.obligations.flatMap(({ kind, fields }) =>
              fields.map((field) => [field, kind === 'omit' ? 'omitted' : 'masked']),
            ),
          )
          for (const field of ['email', 'phone'])
            expect(found[field] ?? 'shown').toBe(hidden[field] ?? 'shown')
        }
  })

  it('contain the values of the subject, and are absent if every row shows every field', () => {
    expect(policy.filter(asker, 'users:read')).toEqual({
      kind: 'always',
      fields: [
        {
          field: 'email',
          shown: { op: 'eq', attribute: 'id', value: 7 },
          masked: {
            op: 'or',
            conditions: [
              { op: 'eq', attribute: 'id', value: 7 },
              { op: 'eq', attribute: 'isPublic', value: true },
            ],
          },
        },
        {
          field: 'phone',
          shown: { op: 'eq', attribute: 'id', value: 7 },
          masked: { op: 'eq', attribute: 'id', value: 7 },
        },
      ],
    })
    expect(policy.filter({ id: 1, roles: [] }, 'users:read')).toEqual({ kind: 'never' })
  })
})
