import { describe, expect, it } from 'vitest'
import { attrs, definePolicy, type Subject } from '../index.ts'
import { redact, redactor } from './index.ts'

interface User {
  readonly id: number
  readonly email: string
  readonly phone: string
  readonly isPublic: boolean
}
type Asker = Subject & { readonly id: number | null }

const policy = definePolicy<Asker>()({
  resources: { users: ['read'] },
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
  },
})
const reader = { id: 7, roles: ['READER'] }
const filter = policy.filter(reader, 'users:read')
const rows: readonly User[] = [
  { id: 7, email: 'jane@example.org', phone: '1', isPublic: true },
  { id: 8, email: 'jim@example.org', phone: '2', isPublic: true },
  { id: 9, email: 'joe@example.org', phone: '3', isPublic: false },
]

/** A row whose member has another value at each reading. */
const changing = (row: User, name: keyof User, values: readonly unknown[]): User => {
  let reads = 0
  return Object.defineProperty({ ...row }, name, {
    enumerable: true,
    get: () => values[Math.min(reads++, values.length - 1)],
  })
}

describe('redactor', () => {
  it('shows, masks and omits the fields of each row', () => {
    expect(rows.map(redactor(filter))).toEqual([
      rows[0],
      { id: 8, email: 'j***@e***.org', isPublic: true },
      { id: 9, isPublic: false },
    ])
    expect(redactor(filter, (_, field) => `(${field})`)(rows[1] as User)).toMatchObject({ email: '(email)' })
    expect(rows[1]?.email).toBe('jim@example.org')
  })

  it('does for each row the same as the obligations of its decision', () => {
    for (const row of rows)
      expect(redactor(filter)(row)).toEqual(redact(row, policy.decide(reader, 'users:read', row).obligations))
  })

  it('shows all fields without field rules, and nothing if the filter allows no row', () => {
    expect(redactor({ kind: 'always' })(rows[2] as User)).toEqual(rows[2])
    expect(redactor({ kind: 'never' })(rows[2] as User)).toEqual({})
  })

  it('omits the fields of a row that lacks the attribute of their rule', () => {
    const { id: _, ...withoutId } = rows[0] as User
    expect(redactor(filter)(withoutId)).toEqual({ email: 'j***@e***.org', isPublic: true })
    expect(redactor(filter)({ ...rows[0], id: '7', isPublic: 1 })).toEqual({ id: '7', isPublic: 1 })
  })

  it('reads each member of a row once', () => {
    const [mine, , hidden] = rows as [User, User, User]
    expect(redactor(filter)(changing(hidden, 'id', [9, 7]))).toEqual({ id: 9, isPublic: false })
    expect(redactor(filter)(changing(hidden, 'isPublic', [false, true]))).toEqual({ id: 9, isPublic: false })
    expect(redactor(filter)(changing(mine, 'email', ['first', 'second'])).email).toBe('first')
  })

  it('leaves out a member that throws, and the fields that depend on it', () => {
    const broken = Object.defineProperty({ ...rows[0] }, 'id', {
      enumerable: true,
      get: () => {
        throw new Error('not loaded')
      },
    })
    expect(redactor(filter)(broken)).toEqual({ email: 'j***@e***.org', isPublic: true })
    expect(redact(broken, [])).toEqual({ email: 'jane@example.org', phone: '1', isPublic: true })
  })

  it('uses the getters of a class in conditions', () => {
    class Account {
      readonly email = 'jane@example.org'
      get id() {
        return 7
      }
    }
    expect(redactor(filter)(new Account())).toEqual({ email: 'jane@example.org' })
  })

  it('does not change with the filter that it received', () => {
    const fields = [...(filter.fields ?? [])]
    const redactRow = redactor({ ...filter, fields } as typeof filter)
    fields.length = 0
    expect(redactRow(rows[2] as User)).toEqual({ id: 9, isPublic: false })
  })
})
