import { createPrismaAbility } from '@casl/prisma'
import { describe, expect, it } from 'vitest'
import { matcher } from '@content-service/authz'
import { Inexact, filterOf } from './index.ts'

const filter = (conditions: unknown) =>
  filterOf(
    createPrismaAbility([{ action: 'read', subject: 'Post', conditions: conditions as never }]),
    'read',
    'Post',
  )

const refuse = (conditions: unknown) => {
  try {
    filter(conditions)
  } catch (error) {
    return error
  }
  return undefined
}

const nest = (depth: number) => {
  let where: object = { a: 1 }
  for (let i = 0; i < depth; i += 1) where = { NOT: where }
  return where
}

describe('the filter refuses', () => {
  it.each([
    ['mode', 'title', { title: { contains: 'a', mode: 'insensitive' } }],
    ['isEmpty', 'tags', { tags: { isEmpty: true } }],
    ['isSet', 'title', { title: { isSet: true } }],
    ['hasEvery', 'tags', { tags: { hasEvery: [] } }],
    ['has', 'dates', { dates: { has: new Date(0) } }],
    ['has', 'tags', { tags: { has: null } }],
    ['hasSome', 'dates', { dates: { hasSome: [new Date(0)] } }],
    ['search', 'title', { title: { search: 'a' } }],
    ['lt', 'title', { title: { lt: 'a' } }],
    ['equals', 'title', { title: undefined }],
    ['equals', 'title', { title: { not: undefined } }],
    ['in', 'id', { id: { in: [1, undefined] } }],
    ['in', 'id', { id: { notIn: [1, 'a'] } }],
    ['equals', 'tags', { tags: { equals: ['a'] } }],
    ['equals', 'title', { title: {} }],
    ['startsWith', 'title', { title: { startsWith: 1 } }],
    ['where', '', { OR: ['a'] }],
    ['where', '', { owner: { is: null } }],
    ['equals', '__proto__', JSON.parse('{"__proto__": 1}')],
    ['equals', '$or', { $or: [{ a: 1 }] }],
    ['where', '', nest(100_000)],
  ])('%s of %j', (operator, field, conditions) => {
    const error = refuse(conditions)
    expect(error).toBeInstanceOf(Inexact)
    expect(error).toMatchObject({ operator, field })
  })
})

it('a part of a text is in no row whose text is null', () => {
  const isAllowed = matcher(filter({ title: { startsWith: 'a' } }))
  expect([{ title: 'ab' }, { title: 'ba' }, { title: null }].map(isAllowed)).toEqual([true, false, false])
})
