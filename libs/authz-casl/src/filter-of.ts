import type { AnyAbility } from '@casl/ability'
import type { Condition, Filter } from '@content-service/authz'
import { all, always, any, freeze, negate, never } from './rules/query.ts'
import { type Translate, type TranslatedRule, checkAbility, translateRules } from './rules/rules.ts'

/** An action of an ability. */
export type ActionOf<T extends AnyAbility> = Parameters<T['rulesFor']>[0]
/** The type of a subject of an ability: a name or a class. */
export type TypeOf<T extends AnyAbility> = Parameters<T['rulesFor']>[1]

/** Makes a filter of the rules of an ability. */
export type FilterOf = <T extends AnyAbility>(
  ability: T,
  action: ActionOf<T>,
  type: TypeOf<T>,
  field?: string,
) => Filter

/** The rows that a rule allows and no rule that decides before it forbids. */
function joinRules(rules: readonly TranslatedRule[]): Condition {
  const allowed: Condition[] = []
  let isFree = always
  for (const { rule, when } of rules)
    if (rule.inverted) isFree = all([isFree, negate(when)])
    else allowed.push(all([when, isFree]))
  return any(allowed)
}

export const createFilterFactory =
  (translate: Translate): FilterOf =>
  (ability, action, type, field) => {
    checkAbility(ability)
    const where = joinRules(translateRules(ability.rulesFor(action, type, field), translate))
    const kind = where === always ? 'always' : where === never ? 'never' : 'when'
    return freeze(kind === 'when' ? { kind, where } : { kind })
  }
