import { integer, pgTable } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../defaults/index.ts'
import { toDrizzle } from '../../drizzle/index.ts'
import { describe as inWords } from '../../explain/index.ts'
import {
  type Condition,
  InvalidPolicy,
  and,
  definePolicy,
  holds,
  matcher,
  not,
  or,
  where,
} from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { toMongo } from '../../mongo/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { readPrismaSchema, toPrisma } from '../../prisma/index.ts'
import { redactor } from '../../redact/index.ts'
import { fieldsToSql, toFragment, toSql } from '../../sql/index.ts'

const d = where<{ id: number; owner: { id: number } }>()
const docs = pgTable('docs', { id: integer('id') })
const schema = readPrismaSchema(`
  datasource db {
    provider = "postgresql"
  }
  model Doc {
    id Int? @unique
  }
`)
const reader = { id: 1, roles: ['READER'] }

const nest = (levels: number, wrap: (inner: Condition) => Condition, start: Condition = d.id.eq(1)) =>
  Array.from({ length: levels }).reduce<Condition>((inner) => wrap(inner), start)

const wraps: Readonly<Record<string, (inner: Condition) => Condition>> = {
  and: (inner) => and(inner, d.id.gt(0)),
  or: (inner) => or(d.id.lt(0), inner),
  not: (inner) => not(inner),
}

const document = (when: Condition, effect: 'allow' | 'deny' = 'allow') => ({
  resources: { docs: ['read'] },
  roles: { READER: { rules: [{ effect, permissions: ['docs:read'], when }] } },
})
const define = (when: Condition) =>
  definePolicy()({
    resources: { docs: ['read'] },
    roles: { READER: { rules: (b) => b.allow('docs:read', () => when) } },
  })
const createPolicy = (when: Condition) => ({ permissions: ['docs:read'], document: document(when) })

const readers: Readonly<Record<string, (condition: Condition) => unknown>> = {
  holds: (condition) => holds(condition, { id: 1 }),
  toSql: (condition) => toSql(condition, { dialect: 'sqlite' }),
  toFragment: (condition) => toFragment(condition),
  toPrisma: (condition) => toPrisma(condition, { schema, model: 'Doc' }),
  toDrizzle: (condition) => toDrizzle(condition, docs, { sql }),
  toMongo: (condition) => toMongo(condition),
  definePolicy: define,
  parsePolicy: (condition) => parsePolicy(document(condition)),
  pack: (condition) => pack(createPolicy(condition), reader),
  unpack: (condition) =>
    unpack({
      version: 1,
      signedIn: true,
      resources: { docs: ['read'] },
      rules: document(condition).roles.READER.rules,
    }),
  toJson: (condition) => toJson(createPolicy(condition)),
}

describe.each(Object.keys(wraps))('conditions inside each other, with %s', (name) => {
  const at = (levels: number) => nest(levels, wraps[name] as (inner: Condition) => Condition)

  it.each(Object.keys(readers))('%s takes 250 levels, and refuses more by name', (reader) => {
    const read = readers[reader] as (condition: Condition) => unknown
    expect(() => read(at(250))).not.toThrow()
    for (const levels of [251, 5000]) {
      expect(() => read(at(levels))).toThrow(InvalidPolicy)
      expect(() => read(at(levels))).toThrow('nest at most 250 conditions')
    }
  })
})

describe('the filter of a policy with conditions of 250 levels', () => {
  const deep = nest(249, (inner) => not(inner), and(d.id.gt(5), d.id.lt(9)))
  const policy = definePolicy()({
    resources: { docs: ['read'] },
    roles: {
      READER: {
        rules: (b) => {
          b.allow('docs:read', () => not(deep.op === 'not' ? deep.condition : deep), {
            omit: ['name'] as never,
          })
          b.allow('docs:read', () => d.id.eq(1))
          b.deny('docs:read', () => deep)
          b.deny('docs:read', () => d.id.eq(2))
        },
      },
    },
  })
  const filter = policy.filter(reader, 'docs:read')

  it('works in each reader of filters', () => {
    expect(matcher(filter)({ id: 3 })).toBe(policy.can(reader, 'docs:read', { id: 3 }))
    expect(redactor(filter)({ id: 1, name: 'x' })).toBeDefined()
    expect(defaultsOf(filter)).toEqual({})
    expect(() => toSql(filter, { dialect: 'sqlite' })).not.toThrow()
    expect(() => fieldsToSql(filter, ['name'], { dialect: 'sqlite' })).not.toThrow()
    expect(() => toPrisma(filter, { schema, model: 'Doc' })).not.toThrow()
    expect(() => toDrizzle(filter, docs, { sql })).not.toThrow()
    expect(() => toMongo(filter)).not.toThrow()
    expect(unpack(pack(policy, reader)).can('docs:read', { id: 1 })).toBe(
      policy.can(reader, 'docs:read', { id: 1 }),
    )
  })
})

describe('a filter that nobody has checked', () => {
  const filter = { kind: 'when', where: nest(5000, (inner) => not(inner)) } as const

  it.each<[string, () => unknown]>([
    ['matcher', () => matcher(filter)],
    ['toSql', () => toSql(filter, { dialect: 'mysql' })],
    ['toMongo', () => toMongo(filter)],
    ['defaultsOf', () => defaultsOf({ kind: 'when', where: nest(5000, (inner) => and(inner, inner)) })],
    ['fieldsToSql', () => fieldsToSql(withFields(filter.where), ['id'], { dialect: 'mysql' })],
    ['redactor', () => redactor(withFields(filter.where))],
  ])('is refused by %s', (_, read) => {
    expect(read).toThrow('condition: is too deep or too large; nest at most 250 conditions')
  })

  const withFields = (shown: Condition) =>
    ({ kind: 'always', fields: [{ field: 'id', shown, masked: shown }] }) as const

  it('is named in words', () => {
    expect(inWords(filter.where)).toBe(
      'a condition that is too deep or too large; nest at most 250 conditions',
    )
  })
})
