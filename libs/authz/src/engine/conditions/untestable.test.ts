import { describe, expect, it } from 'vitest'
import { runInNewContext } from 'node:vm'
import { type AuditEvent, and, attrs, definePolicy, holds, matcher, not, or, where } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'

interface Doc {
  readonly id: number
  readonly private: boolean
  readonly ownerId: number
  readonly createdAt: Date
  readonly tags: readonly string[]
  readonly status: string
}
interface Asker {
  readonly id: number | null
  readonly roles: readonly string[]
  readonly teams?: readonly number[]
}

const events: AuditEvent[] = []
const policy = definePolicy<Asker>()({
  resources: { docs: ['read', 'write', 'delete', 'list'] },
  attributes: { docs: attrs<Doc>() },
  roles: {
    READER: {
      rules: (b) => {
        b.allow('docs:read')
        b.deny('docs:read', (d) => d.private.eq(true))
        b.allow('docs:write', (d) => d.private.eq(false))
        b.allow('docs:delete', (d, s) => or(d.ownerId.eq(s.id), d.status.eq('OLD')))
        b.allow('docs:list', (d) => d.private.ne(true))
        b.deny('docs:list', (d) => d.status.ne('NEW'))
      },
    },
  },
  audit: (event) => events.push(event),
})
const reader: Asker = { id: 1, roles: ['READER'] }

class Decimal {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
  valueOf() {
    return Number(this.digits)
  }
}

/** Values that are neither a boolean nor null. */
const odd: readonly unknown[] = [
  undefined,
  0,
  1,
  1n,
  'true',
  '',
  Number.NaN,
  new Date('never'),
  Promise.resolve(false),
  Buffer.from('1'),
  new Decimal('1'),
  {},
  [],
  [false],
  Symbol('false'),
  () => false,
]

type Permission = (typeof policy.permissions)[number]

/** Each way to ask for a permission on a row. */
const waysToAsk = (permission: Permission, row: object): Readonly<Record<string, boolean>> => {
  const resource = row as Doc
  const packed = unpack<{ [P in Permission]: Doc }>(JSON.parse(JSON.stringify(pack(policy, reader))))
  const fromJson = parsePolicy<Asker>(JSON.parse(JSON.stringify(toJson(policy))))
  return {
    can: policy.can(reader, permission, resource),
    for: policy.for(reader).can(permission, resource),
    decide: policy.decide(reader, permission, resource).effect === 'allow',
    filter: matcher(policy.filter(reader, permission))(resource),
    pack: packed.can(permission, resource),
    json: fromJson.can(reader, permission, resource),
    granted: policy.can({ ...reader, permissions: [] } as never, permission, resource),
  }
}
const all = (answer: boolean) =>
  expect.toSatisfy((ways: object) => Object.values(ways).every((way) => way === answer))

describe('a value that a condition cannot test', () => {
  it.each(odd.map((value) => [typeof value, value]))(
    'denies by a deny rule, and does not allow: %s %s',
    (_, value) => {
      for (const permission of ['docs:read', 'docs:write', 'docs:list'] as const)
        expect(waysToAsk(permission, { id: 1, private: value, status: 'NEW' }), permission).toEqual(
          all(false),
        )
    },
  )

  it('does not disturb another rule, or another part of an or()', () => {
    expect(waysToAsk('docs:delete', { ownerId: '1', status: 'OLD' })).toEqual(all(true))
    expect(waysToAsk('docs:delete', { status: 'OLD' })).toEqual(all(true))
    expect(waysToAsk('docs:delete', { ownerId: '1', status: 'NEW' })).toEqual(all(false))
    expect(waysToAsk('docs:read', { private: false })).toEqual(all(true))
    expect(waysToAsk('docs:list', { private: false, status: 'NEW' })).toEqual(all(true))
  })

  it('is neither in a condition nor in its negation', () => {
    const d = where<Doc>()
    for (const condition of [
      d.private.eq(true),
      d.ownerId.lt(5),
      d.tags.contains('a'),
      d.ownerId.in([1]),
      d.status.isNull(),
    ]) {
      expect(holds(condition, {})).toBe(false)
      expect(holds(not(condition), {})).toBe(false)
      expect(holds(or(condition, not(condition)), {})).toBe(false)
      expect(holds(or(condition, and()), {})).toBe(true)
      expect(holds(not(and(condition, or())), {})).toBe(true)
    }
  })

  it('has a name in the event for the audit hook', () => {
    const doc = { id: 1 } as Doc
    for (const ask of [
      () => policy.can(reader, 'docs:read', doc),
      () => policy.decide(reader, 'docs:read', doc),
    ]) {
      events.length = 0
      ask()
      expect(events[0]).toMatchObject({
        kind: 'rule-failed',
        rule: 'roles.READER.rules[1]',
        attributes: ['private'],
        subject: reader,
      })
    }
  })
})

describe('a value that a condition can test', () => {
  it('null equals nothing, so that a negated comparison is true', () => {
    expect(waysToAsk('docs:list', { private: null, status: 'NEW' })).toEqual(all(true))
    expect(waysToAsk('docs:read', { private: null })).toEqual(all(true))
    expect(waysToAsk('docs:write', { private: null })).toEqual(all(false))
  })

  it('a date of another realm is a date', () => {
    const date = runInNewContext('new Date(0)')
    expect(date).not.toBeInstanceOf(Date)
    expect(holds(where<Doc>().createdAt.lt(new Date(1)), { createdAt: date })).toBe(true)
    expect(holds(where<Doc>().createdAt.eq(date), { createdAt: new Date(0) })).toBe(true)
  })

  it('an object that looks like a date, or says that it is a small number, is none', () => {
    const fakes = [
      Object.create(Date.prototype),
      { [Symbol.toStringTag]: 'Date', getTime: () => 0, valueOf: () => 0 },
      new (class extends Date {
        override valueOf = () => 0
        override getTime = () => 0
      })(5),
    ]
    for (const createdAt of fakes)
      expect(holds(where<Doc>().createdAt.lt(new Date(1)), { createdAt })).toBe(false)
  })
})

describe('an attribute of the subject', () => {
  const own = (effect: 'allow' | 'deny') =>
    definePolicy<Asker>()({
      resources: { docs: ['read'] },
      attributes: { docs: attrs<Doc>() },
      roles: {
        READER: {
          rules: (b) => {
            if (effect === 'deny') b.allow('docs:read')
            b[effect]('docs:read', (d, s) => (effect === 'allow' ? d.ownerId.ne(s.id) : d.ownerId.eq(s.id)))
          },
        },
      },
    })

  it.each(
    odd
      .filter((value) => typeof value !== 'number' && typeof value !== 'bigint')
      .concat(Number.NaN)
      .map((id) => [typeof id, id]),
  )('that a condition cannot test gives no permission, in memory and in filters: %s', (_, id) => {
    for (const effect of ['allow', 'deny'] as const) {
      const asker = { id, roles: ['READER'] } as never
      expect(own(effect).can(asker, 'docs:read', { ownerId: 7 } as Doc), effect).toBe(false)
      // Without a kind, only the row shows that a text is of another kind.
      const filter = own(effect).filter(asker, 'docs:read')
      if (typeof id !== 'string') expect(filter, effect).toEqual({ kind: 'never' })
      expect(matcher(filter)({ ownerId: 7 }), effect).toBe(false)
      expect(unpack(pack(own(effect), asker)).can('docs:read', { ownerId: 7 }), effect).toBe(false)
    }
  })

  it('that looks like a reference is none', () => {
    const asker = { id: { subject: 'ownerId' }, roles: ['READER'] } as never
    expect(own('allow').filter(asker, 'docs:read')).toEqual({ kind: 'never' })
    expect(own('deny').filter(asker, 'docs:read')).toEqual({ kind: 'never' })
  })
})
