import fc from 'fast-check'
import type { Condition, PolicyDocument, RuleDocument, Scalar, Subject } from '../../src/index.ts'

/** A row with one attribute of each type. Each attribute can be null. */
export interface Row {
  readonly ownerId: number | null
  readonly level: number | null
  readonly status: string | null
  readonly isOpen: boolean | null
  readonly at: Date | null
  readonly tags: readonly string[] | null
}

export interface Asker extends Subject {
  readonly id: number | null
  readonly level: number | null
  readonly team: string | null
  readonly teams: readonly string[]
}

export const small = fc.integer({ min: 0, max: 3 })
export const letter = fc.constantFrom('a', 'b', 'c', 'A', 'a ')
const instant = small.map((day) => new Date(Date.UTC(2026, 0, 1 + day)))
export const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 4 })

export const rows: fc.Arbitrary<Row> = fc.record({
  ownerId: nullable(small),
  level: nullable(small),
  status: nullable(letter),
  isOpen: nullable(fc.boolean()),
  at: nullable(instant),
  tags: nullable(fc.array(letter, { maxLength: 3 })),
})

export const anything = fc.constantFrom(
  null,
  undefined,
  0,
  1,
  2n,
  Number.NaN,
  '1',
  'a',
  '',
  true,
  false,
  Date.UTC(2026, 0, 2),
  new Date(Date.UTC(2026, 0, 2)),
  [],
  ['a', 1, null],
)

/** Rows with missing attributes and with values of wrong types, as a caller may pass by mistake. */
export const oddRows: fc.Arbitrary<object> = fc.record(
  { ownerId: anything, level: anything, status: anything, isOpen: anything, at: anything, tags: anything },
  { requiredKeys: [] },
)

export const roleNames = ['R0', 'R1', 'R2', 'R3'] as const
export const permissions = ['docs:read', 'docs:write', 'docs:delete', 'notes:read'] as const
export type PermissionName = (typeof permissions)[number]

export const askers: fc.Arbitrary<Asker> = fc.record({
  id: nullable(small),
  roles: fc.uniqueArray(fc.constantFrom(...roleNames), { maxLength: 3 }),
  level: nullable(small),
  team: nullable(letter),
  teams: fc.array(letter, { maxLength: 3 }),
})

/** Some attributes have values of wrong types. */
export const confusedAskers: fc.Arbitrary<Asker> = fc
  .tuple(
    askers,
    fc.record({ id: anything, level: anything, team: anything, teams: anything }, { requiredKeys: [] }),
  )
  .map(([asker, odd]) => ({ ...asker, ...odd }) as Asker)

/** A subject that can have direct permissions and a restriction, with known and unknown names. */
export const oddAskers: fc.Arbitrary<Asker> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: askers }, { weight: 1, arbitrary: confusedAskers }),
    fc.option(fc.subarray([...permissions, 'docs:fly', 'docs:*']), { nil: undefined }),
    fc.option(fc.subarray([...permissions, 'docs:*']), { nil: undefined, freq: 2 }),
  )
  .map(([asker, granted, restrictedTo]) => ({
    ...asker,
    ...(granted && { permissions: granted }),
    ...(restrictedTo && { restrictedTo }),
  }))

export const compare = (
  attribute: string,
  ops: readonly string[],
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.constantFrom(...ops), value)
    .map(([op, operand]) => ({ op, attribute, value: operand }) as Condition)

export const reference = (...names: readonly string[]) =>
  fc.constantFrom(...names).map((subject) => ({ subject }))
const listOf = (of: fc.Arbitrary<Scalar>) => fc.array(of, { maxLength: 3 })
export const ordered = ['eq', 'lt', 'lte', 'gt', 'gte']

export const comparisons = fc.oneof(
  compare('ownerId', ordered, fc.oneof(small, reference('id', 'level'))),
  compare('level', ordered, fc.oneof(small, reference('level'))),
  compare('at', ordered, instant),
  compare('status', ['eq'], fc.oneof(letter, reference('team'))),
  compare('isOpen', ['eq'], fc.boolean()),
  compare('tags', ['contains'], fc.oneof(letter, reference('team'))),
  compare('status', ['in'], fc.oneof(listOf(letter), reference('teams'))),
  compare('level', ['in'], listOf(small)),
  fc
    .constantFrom('ownerId', 'level', 'status', 'isOpen', 'at', 'tags')
    .map((attribute): Condition => ({ op: 'isNull', attribute })),
)

/** What other engines do not have: parts of texts, and two attributes of one object. */
export const ownComparisons = fc.oneof(
  compare(
    'status',
    ['startsWith', 'endsWith', 'includes'],
    fc.oneof(letter, fc.constantFrom('', ' ', ' ', 'a', 'a', '%', '_'), reference('team')),
  ),
  compare('level', ordered, fc.constantFrom({ attribute: 'ownerId' }, { attribute: 'level' })),
)

const conditionsOf = (leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'condition' },
      { weight: 3, arbitrary: leaf },
      { weight: 2, arbitrary: tie('any').map((condition): Condition => ({ op: 'not', condition })) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { maxLength: 3 }))
          .map(([op, inner]): Condition => ({ op, conditions: inner })),
      },
    ),
  })).any

export const conditions = conditionsOf(comparisons)
/** With comparisons that other engines do not have. */
export const allConditions = conditionsOf(fc.oneof({ weight: 4, arbitrary: comparisons }, ownComparisons))

const names = fc.subarray([...permissions, 'docs:*', '*'], { minLength: 1, maxLength: 2 })
const fields = fc.subarray(['status', 'tags', 'level'])

export const rules: fc.Arbitrary<RuleDocument> = fc
  .tuple(
    fc.constantFrom('allow', 'allow', 'deny'),
    names,
    fc.option(conditions, { nil: undefined }),
    fields,
    fields,
  )
  .map(([effect, named, when, omit, mask]) => ({
    effect,
    permissions: named,
    omit,
    mask,
    ...(when && { when }),
  }))

/** Policies in which a role inherits only from earlier roles, so there is no cycle. */
export const documents: fc.Arbitrary<PolicyDocument> = fc
  .tuple(
    ...roleNames.map((_, i) =>
      fc.tuple(fc.subarray(roleNames.slice(0, i)), fc.array(rules, { maxLength: 3 })),
    ),
  )
  .map((roles) => ({
    resources: { docs: ['read', 'write', 'delete'], notes: ['read'] },
    roles: Object.fromEntries(roles.map(([inherits, own], i) => [`R${i}`, { inherits, rules: own }])),
  }))

export const permissionNames = fc.constantFrom(...permissions)
