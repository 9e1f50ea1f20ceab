import {
  type Comparison,
  type Condition,
  type Nested,
  needsPolicy,
  hasInner,
  isJunction,
} from '../conditions/condition.ts'
import { InvalidPolicy, type Problem } from '../errors.ts'

/** A part of a condition that names an attribute. */
export type Part = Comparison | Extract<Nested, { readonly op: 'is' | 'some' }>

/** Why a printer refuses a part, or the columns of the objects at its attribute. */
export interface Checked<Scope> {
  readonly message?: string | undefined
  readonly inner?: Scope | undefined
}

/** The problems of all parts, each with the path of its attribute. */
export function findProblems<Scope>(
  condition: Condition,
  scope: Scope,
  check: (part: Part, scope: Scope) => Checked<Scope>,
  path = '',
): readonly Problem[] {
  const inside = (part: Condition, inner = scope, at = path) => findProblems(part, inner, check, at)
  if (isJunction(condition)) return condition.conditions.flatMap((part) => inside(part))
  if (condition.op === 'not') return inside(condition.condition)
  if (condition.op === 'subject') return []
  if (condition.op === 'may') throw needsPolicy(condition)
  const { message, inner } = check(condition, scope)
  const name = path + condition.attribute
  if (message !== undefined) return [{ path: name, message }]
  return hasInner(condition) && inner ? inside(condition.condition, inner, `${name}.`) : []
}

/** The same condition with other comparisons. `enter` returns the columns of the objects at an attribute. */
export function mapComparisons<Scope>(
  condition: Condition,
  scope: Scope,
  map: (comparison: Comparison, scope: Scope) => Comparison,
  enter: (attribute: string, scope: Scope) => Scope,
): Condition {
  const inside = (part: Condition, inner = scope) => mapComparisons(part, inner, map, enter)
  if (isJunction(condition))
    return { ...condition, conditions: condition.conditions.map((part) => inside(part)) }
  if (condition.op === 'not') return { ...condition, condition: inside(condition.condition) }
  if (condition.op === 'subject') return condition
  if (condition.op === 'may') throw needsPolicy(condition)
  return hasInner(condition)
    ? { ...condition, condition: inside(condition.condition, enter(condition.attribute, scope)) }
    : map(condition, scope)
}

/** Throws all problems, if there are any. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidPolicy(problems)
}
