import { type Comparison, type Condition, fold } from './condition.ts'

/** All comparisons of a condition. */
export const listComparisons = (condition: Condition): readonly Comparison[] =>
  fold<readonly Comparison[]>(
    condition,
    (_, parts) => parts.flat(),
    (part) => part,
    (leaf) => (leaf.op === 'may' ? [] : [leaf]),
    (_, part) => part,
  )
