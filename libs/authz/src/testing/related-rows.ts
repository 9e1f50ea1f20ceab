import fc from 'fast-check'
import type { Condition } from '../condition.ts'
import { resolve } from '../resolve.ts'
import { operands } from './sql-agreement.ts'

/** Rows of tables that refer to each other, and the same rows as one tree. */
const number = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null, freq: 4 })
const letter = fc.option(fc.constantFrom('a', 'A', 'b'), { nil: null, freq: 4 })
const reference = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { nil: null, freq: 3 })

const sample = <T>(shape: fc.Arbitrary<T>, length: number, seed: number): readonly (T & { id: number })[] =>
  fc.sample(shape, { numRuns: length, seed }).map((row, i) => ({ ...row, id: i + 1 }))

export const teams = sample(fc.record({ name: letter }), 4, 1)
export const users = sample(fc.record({ teamId: reference(4), name: letter }), 8, 2)
export const articles = sample(fc.record({ level: number, title: letter, ownerId: reference(8) }), 40, 3)
export const comments = sample(
  fc.record({ articleId: fc.integer({ min: 1, max: 30 }), userId: reference(8), level: number }),
  60,
  4,
)

const byId = <T extends { readonly id: number }>(list: readonly T[], id: number | null) =>
  list.find((each) => each.id === id) ?? null

const userOf = (id: number | null) => {
  const user = byId(users, id)
  return user && { ...user, team: byId(teams, user.teamId) }
}

/** The articles, each with its related rows. */
export const articleTrees = articles.map((article) => ({
  ...article,
  owner: userOf(article.ownerId),
  comments: comments
    .filter(({ articleId }) => articleId === article.id)
    .map((comment) => ({ ...comment, user: userOf(comment.userId) })),
}))

const place = fc.nat({ max: 3 })

const compare = (attribute: string, ...ops: readonly string[]): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom(...ops), place)
    .map(([op, i]) => ({ op, attribute, value: { subject: `s${i}` } }) as Condition)

const isNull = (attribute: string): Condition => ({ op: 'isNull', attribute })
const ordered = ['eq', 'in', 'lt', 'gte']

/** A condition with negations and junctions around a leaf. */
const around = (leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: leaf.map((condition): Condition => ({ op: 'not', condition })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(leaf, { maxLength: 2 }))
        .map(([op, conditions]): Condition => ({ op, conditions })),
    },
  )

const nested = (op: 'is' | 'some', attribute: string, inner: fc.Arbitrary<Condition>) =>
  inner.map((condition): Condition => ({ op, attribute, condition }))

const ofTeam = around(fc.oneof(compare('name', 'eq', 'in'), fc.constant(isNull('name'))))
const ofUser = around(
  fc.oneof(
    compare('teamId', ...ordered),
    compare('name', 'eq', 'in'),
    fc.constant(isNull('team')),
    nested('is', 'team', ofTeam),
  ),
)
const ofComment = around(
  around(fc.oneof(compare('level', ...ordered), fc.constant(isNull('level')), nested('is', 'user', ofUser))),
)
const conditions = around(
  around(
    fc.oneof(
      compare('level', ...ordered),
      fc.constantFrom(isNull('title'), isNull('owner'), isNull('comments')),
      nested('is', 'owner', ofUser),
      nested('some', 'comments', ofComment),
    ),
  ),
)

/** Many conditions are true for some rows only if the values of the subject are like those of the rows. */
const values = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0, 1, 2, 3, 'a', 'A', [1, 2], ['a', 'b']) },
  { weight: 1, arbitrary: operands },
)

/** Conditions about articles and their related rows, with the values of a subject. */
export const relatedConditions: fc.Arbitrary<Condition> = fc
  .tuple(conditions, fc.array(values, { minLength: 4, maxLength: 4 }))
  .map(([condition, subject]) => resolve(condition, (name) => subject[Number(name[1])]))
