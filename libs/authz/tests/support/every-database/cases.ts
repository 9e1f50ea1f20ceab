import fc from 'fast-check'
import { type Condition, isSibling } from '../../../src/engine/conditions/condition.ts'
import type { RuleDocument } from '../../../src/index.ts'
import { comparisons, otherComparisons, subjects, tables, withKinds } from '../sql-agreement.ts'

/** The rows of the table: their texts, and for each the number of its parent row. */
export const [texts = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
export const parents: readonly (number | null)[] = fc.sample(
  fc.option(fc.nat({ max: texts.length - 1 }), { nil: null, freq: 4 }),
  { numRuns: texts.length, seed: 6 },
)

/** No condition reads more objects inside of each other. */
const MOST_LEVELS = 2

/** The permissions that conditions follow: the first one follows the second one, too. */
const FOLLOWED = ['folders:read', 'disks:read'] as const

export type Tree = Readonly<Record<string, unknown>>

/** Rows in the order of their numbers, each with its parent row and its child rows. */
export function treesOf(rows: readonly object[]): readonly Tree[] {
  const treeOf = (n: number, levels: number): Tree => {
    if (levels === 0) return { ...rows[n] }
    const parent = parents[n] ?? null
    return {
      ...rows[n],
      parent: parent === null ? null : treeOf(parent, levels - 1),
      children: parents.flatMap((each, child) => (each === n ? [treeOf(child, levels - 1)] : [])),
    }
  }
  return rows.map((_, n) => treeOf(n, MOST_LEVELS))
}

const isNullRelation = fc
  .constantFrom('parent', 'children')
  .map((attribute): Condition => ({ op: 'isNull', attribute }))

/** Follows a permission on the parent row, whose conditions read fewer objects inside of each other. */
const followed = (levels: number) =>
  fc
    .constantFrom(...FOLLOWED.slice(-levels))
    .map((permission): Condition => ({ op: 'may', attribute: 'parent', permission }))

function conditionsOf(
  leaf: fc.Arbitrary<Condition>,
  levels: number,
  follows: boolean,
): fc.Arbitrary<Condition> {
  const inner = levels > 0 ? conditionsOf(leaf, levels - 1, follows) : undefined
  const related =
    inner &&
    fc
      .tuple(fc.boolean(), inner)
      .map(([isList, condition]): Condition =>
        isList
          ? { op: 'some', attribute: 'children', condition }
          : { op: 'is', attribute: 'parent', condition },
      )
  return fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2, depthIdentifier: `level ${levels}` },
      { weight: 3, arbitrary: leaf },
      ...(related
        ? [
            { weight: 4, arbitrary: related },
            { weight: 1, arbitrary: isNullRelation },
            ...(follows ? [{ weight: 2, arbitrary: followed(levels) }] : []),
          ]
        : []),
      { weight: 2, arbitrary: tie('any').map((condition): Condition => ({ op: 'not', condition })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { maxLength: 3 }))
          .map(([op, conditions]): Condition => ({ op, conditions })),
      },
    ),
  })).any
}

const allLeaves = fc.oneof({ weight: 1, arbitrary: comparisons as fc.Arbitrary<Condition> }, otherComparisons)
/** Some databases have no lists of scalars. */
const withoutArrays = comparisons.filter(({ attribute }) => !attribute.endsWith('Array'))
const allWithoutArrays = allLeaves.filter(
  (leaf) => !('attribute' in leaf && leaf.attribute?.endsWith('Array')),
)

export interface Case {
  /** A row is chosen if the first condition is true for it, and the second is false. */
  readonly allow: Condition
  readonly deny: Condition
  /** The rules of the permissions that the conditions follow. */
  readonly rules: readonly RuleDocument[]
  readonly subject: Readonly<Record<string, unknown>>
  readonly hasKinds: boolean
}

const generateRules = (
  permission: string,
  conditions: fc.Arbitrary<Condition>,
): fc.Arbitrary<readonly RuleDocument[]> =>
  fc.array(
    fc.record({
      effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
      permissions: fc.constant([permission]),
      when: conditions,
    }),
    { minLength: 1, maxLength: 2 },
  )

/** SQL compares two columns only if it knows their kinds. */
const withoutKinds = (condition: Condition): Condition =>
  'conditions' in condition
    ? { ...condition, conditions: condition.conditions.map(withoutKinds) }
    : 'condition' in condition
      ? { ...condition, condition: withoutKinds(condition.condition) }
      : 'value' in condition && isSibling(condition.value)
        ? { op: 'isNull', attribute: condition.attribute }
        : condition

const casesOf = (leaf: fc.Arbitrary<Condition>, follows: boolean): fc.Arbitrary<Case> => {
  const conditions = conditionsOf(leaf, MOST_LEVELS, follows)
  const never = fc.constant<Condition>({ op: 'or', conditions: [] })
  const deny = fc.oneof({ weight: 2, arbitrary: never }, { weight: 1, arbitrary: conditions })
  const [ofFolders, ofDisks] = FOLLOWED.map((permission, i) =>
    generateRules(permission, conditionsOf(leaf, MOST_LEVELS - 1 - i, follows)),
  ) as [fc.Arbitrary<readonly RuleDocument[]>, fc.Arbitrary<readonly RuleDocument[]>]
  const granted = fc.subarray([...FOLLOWED], { maxLength: 1 })
  return fc
    .tuple(conditions, deny, ofFolders, ofDisks, subjects, fc.oneof(fc.constant([]), granted), fc.boolean())
    .map(([allow, denied, folders, disks, parts, permissions, hasKinds]) => {
      const fit = hasKinds ? withKinds : withoutKinds
      return {
        allow: fit(allow),
        deny: fit(denied),
        rules: [...folders, ...disks].map((rule) => ({
          ...rule,
          ...(rule.when && { when: fit(rule.when) }),
        })),
        subject: { permissions, ...Object.fromEntries(parts.flat(1).map((value, i) => [`s${i}`, value])) },
        hasKinds,
      }
    })
}

export const cases = fc.oneof(
  { weight: 2, arbitrary: casesOf(comparisons, false) },
  { weight: 2, arbitrary: casesOf(withoutArrays, false) },
  casesOf(allLeaves, true),
  casesOf(allWithoutArrays, true),
)
