import { InvalidPolicy } from '../errors.ts'
import { type Condition, hasInner, isJunction, needsPolicy } from './condition.ts'

/** The conditions around a comparison. No real condition is deeper, and no stack is deep enough for all. */
export const MOST_NESTED = 250

/** A filter joins the conditions of rules: `and` with the negation of an `or` of the deny rules. */
export const MOST_NESTED_IN_FILTER = MOST_NESTED + 3

export const TOO_LARGE = `too deep or too large; nest at most ${MOST_NESTED} conditions`

export const tooDeep = () => new InvalidPolicy([{ path: 'condition', message: `is ${TOO_LARGE}` }])

/** Returns the condition. @throws {InvalidPolicy} if more than `most` conditions are around one of its comparisons. */
export function checkDepth(condition: Condition, most = MOST_NESTED): Condition {
  if (most < 0) throw tooDeep()
  if (isJunction(condition)) for (const part of condition.conditions) checkDepth(part, most - 1)
  else if (hasInner(condition)) checkDepth(condition.condition, most - 1)
  return condition
}

/**
 * Returns a condition that can be tested without a policy. The text is in the place of a part that a copy lacks.
 * @throws {InvalidPolicy} if it is too deep, or follows a permission.
 */
export function checkTestable(condition: Condition, most = MOST_NESTED): Condition {
  if (most < 0 || (condition as unknown) === TOO_LARGE) throw tooDeep()
  if (condition.op === 'may') throw needsPolicy(condition)
  if (isJunction(condition)) for (const part of condition.conditions) checkTestable(part, most - 1)
  else if (hasInner(condition)) checkTestable(condition.condition, most - 1)
  return condition
}
