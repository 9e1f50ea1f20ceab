import type { AnyAbility } from './ability/ability.ts'
import { type Ast, compoundAst, joinAst } from './ast.ts'
import { Inexact } from './errors.ts'
import type { RuleOf } from './rule-index.ts'
import type { ExtractSubjectType } from './types.ts'

export type RuleToQueryConverter<T extends AnyAbility, R = object> = (rule: RuleOf<T>) => R

/** How to join queries. `empty` is the query of all rows. */
export interface QueryHooks<R, Result> {
  readonly and: (queries: R[]) => Result
  readonly or: (queries: R[]) => Result
  readonly empty: () => Result
}

/**
 * One query for rules of which the last that matches decides, and the last is first. A rule allows a row if its conditions are true,
 * and the conditions of no inverted rule before it. `convert` negates the conditions of an inverted rule. Null if no
 * rule allows a row.
 */
export function rulesToCondition<T extends AnyAbility, R, Result>(
  rules: readonly RuleOf<T>[],
  convert: RuleToQueryConverter<T, R>,
  { and, or, empty }: QueryHooks<R, Result>,
): Result | null {
  const denied: R[] = []
  const allowed: R[] = []
  // The parts of a query are queries.
  const bound = (query: R) => (denied.length > 0 ? (and([query, ...denied]) as unknown as R) : query)
  for (const rule of rules) {
    if (rule.conditions) {
      if (rule.inverted) denied.push(convert(rule))
      else allowed.push(bound(convert(rule)))
      continue
    }
    if (rule.inverted) break
    if (denied.length === 0) return empty()
    if (allowed.length === 0) return and(denied)
    allowed.push(and([...denied]) as unknown as R)
    break
  }
  return allowed.length > 0 ? or(allowed) : null
}

function parseRule(rule: RuleOf<AnyAbility>): Ast {
  if (!rule.ast) throw new Inexact('The matcher of the conditions gives no "ast"')
  return rule.inverted ? compoundAst('not', [rule.ast]) : rule.ast
}

/** The objects that the rules about an action allow, in the form of ucast. Null if there are none. */
export const rulesToAST = <T extends AnyAbility>(
  ability: T,
  action: Parameters<T['rulesFor']>[0],
  type: ExtractSubjectType<Parameters<T['rulesFor']>[1]>,
): Ast | null =>
  rulesToCondition<T, Ast, Ast>(ability.rulesFor(action, type), parseRule, {
    and: (parts) => joinAst('and', parts),
    or: (parts) => joinAst('or', parts),
    empty: () => joinAst('and', []),
  })
