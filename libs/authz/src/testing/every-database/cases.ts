import fc from 'fast-check'
import type { Condition } from '../../conditions/condition.ts'
import { comparisons, subjects, tables, withKinds } from '../sql-agreement.ts'

/** The rows of the table: their texts, and for each the number of its parent row. */
export const [texts = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
export const parents: readonly (number | null)[] = fc.sample(
  fc.option(fc.nat({ max: texts.length - 1 }), { nil: null, freq: 4 }),
  { numRuns: texts.length, seed: 6 },
)

/** No condition reads more objects inside of each other. */
const MOST_LEVELS = 2

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

function conditionsOf(leaf: fc.Arbitrary<Condition>, levels: number): fc.Arbitrary<Condition> {
  const inner = levels > 0 ? conditionsOf(leaf, levels - 1) : undefined
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

/** Some databases have no lists of scalars. */
const withoutArrays = comparisons.filter(({ attribute }) => !attribute.endsWith('Array'))

export interface Case {
  /** A row is chosen if the first condition is true for it, and the second is false. */
  readonly allow: Condition
  readonly deny: Condition
  readonly subject: Readonly<Record<string, unknown>>
  readonly hasKinds: boolean
}

const casesOf = (leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Case> => {
  const conditions = conditionsOf(leaf, MOST_LEVELS)
  const never = fc.constant<Condition>({ op: 'or', conditions: [] })
  const deny = fc.oneof({ weight: 2, arbitrary: never }, { weight: 1, arbitrary: conditions })
  return fc.tuple(conditions, deny, subjects, fc.boolean()).map(([allow, denied, parts, hasKinds]) => ({
    allow: hasKinds ? withKinds(allow) : allow,
    deny: hasKinds ? withKinds(denied) : denied,
    subject: Object.fromEntries(parts.flat(1).map((value, i) => [`s${i}`, value])),
    hasKinds,
  }))
}

export const cases = fc.oneof(casesOf(comparisons), casesOf(withoutArrays))
