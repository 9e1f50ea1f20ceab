import fc from 'fast-check'
import type { Condition, PolicyDocument } from '../../src/index.ts'
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

export const ddl = `create table teams (id int, name text); create table users (id int, team_id int, name text);
  create table articles (id int, level int, title text, owner_id int);
  create table comments (id int, article_id int, user_id int, level int);`

/** Compares a number with the subject's values 0 and 1, and a text with its values 2 and 3. */
const compare = (attribute: string, ...ops: readonly string[]): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom(...ops), fc.nat({ max: 1 }))
    .map(
      ([op, i]) =>
        ({ op, attribute, value: { subject: `s${/name|title/.test(attribute) ? i + 2 : i}` } }) as Condition,
    )

const isNull = (attribute: string): Condition => ({ op: 'isNull', attribute })
/** Follows a permission on the record at the attribute. */
const may = (attribute: string, permission: string) =>
  fc.constant<Condition>({ op: 'may', attribute, permission })
const parts = ['startsWith', 'endsWith', 'includes']
/** The level of an article or a comment, and its id. */
const levelAndId = fc
  .constantFrom('eq', 'lt', 'gte')
  .map(
    (op) =>
      ({ op, attribute: 'level', kind: 'integer', value: { attribute: 'id', kind: 'integer' } }) as Condition,
  )
const ordered = ['eq', 'in', 'lt', 'gte']

/** A condition with negations and junctions around a leaf. */
export const around = (leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
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

/** A condition on the object, or on an item of the list, at an attribute. */
export const nested = (op: 'is' | 'some', attribute: string, inner: fc.Arbitrary<Condition>) =>
  inner.map((condition): Condition => ({ op, attribute, condition }))

const ofTeam = around(fc.oneof(compare('name', 'eq', 'in', ...parts), fc.constant(isNull('name'))))
const ofUser = around(
  fc.oneof(
    compare('teamId', ...ordered),
    compare('name', 'eq', 'in'),
    fc.constant(isNull('team')),
    nested('is', 'team', ofTeam),
    may('team', 'teams:read'),
  ),
)
const ofComment = around(
  around(
    fc.oneof(
      compare('level', ...ordered),
      levelAndId,
      fc.constant(isNull('level')),
      nested('is', 'user', ofUser),
      may('user', 'users:read'),
    ),
  ),
)
const conditions = around(
  around(
    fc.oneof(
      compare('level', ...ordered),
      compare('title', 'eq', ...parts),
      levelAndId,
      may('owner', 'users:read'),
      fc.constantFrom(isNull('title'), isNull('owner'), isNull('comments')),
      nested('is', 'owner', ofUser),
      nested('some', 'comments', ofComment),
    ),
  ),
)

/** Some values are unlike those of the rows. */
const valueLike = (...like: readonly unknown[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...like) },
    { weight: 1, arbitrary: fc.oneof(operands, fc.constantFrom(null, [1, 'a'], ['a', null])) },
  )
const numbers = valueLike(0, 1, 2, 3, 1n, [1, 2], [3])
const texts = valueLike('a', 'A', 'b', ['a', 'b'], ['A'])
const subjects = fc.tuple(numbers, numbers, texts, texts)

interface AskedPolicy {
  readonly document: PolicyDocument
  readonly asker: object
}

const generateRules = (permission: string, when: fc.Arbitrary<Condition>, most: number) =>
  fc.array(
    fc.record({
      effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
      when,
      permissions: fc.constant([permission]),
    }),
    { minLength: 1, maxLength: most },
  )

/** Policies about articles and their related rows, which follow permissions on users and teams, each with a subject whose attributes can have any values. */
export const askedPolicies: fc.Arbitrary<AskedPolicy> = fc
  .tuple(
    generateRules('articles:read', conditions, 3),
    generateRules('users:read', ofUser, 2),
    generateRules('teams:read', ofTeam, 2),
    subjects,
    fc.subarray(['users:read', 'teams:read'], { maxLength: 1 }),
  )
  .map(([ofArticles, ofUsers, ofTeams, subject, permissions]) => ({
    document: {
      resources: { articles: ['read'], users: ['read'], teams: ['read'] },
      roles: { R: { rules: [...ofArticles, ...ofUsers, ...ofTeams] } },
    },
    asker: {
      id: 1,
      roles: ['R'],
      permissions,
      ...Object.fromEntries(subject.map((value, i) => [`s${i}`, value])),
    },
  }))
