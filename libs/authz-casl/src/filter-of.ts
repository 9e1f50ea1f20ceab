import type { Condition, Filter } from '@content-service/authz'
import { always, join, negate, never } from '@content-service/authz/conditions'
import { freeze } from './ast.ts'
import type { AnyAbility } from './ability/ability.ts'
import { rulesToCondition } from './rules-to-condition.ts'
import type { ExtractSubjectType } from './types.ts'

/**
 * The rows for which an ability allows an action, for `toSql`, `toPrisma`, `toDrizzle` and `toMongo`. A row must have all
 * attributes that the rules compare, each null or of the kind of the values, as the rows of a table do.
 * @throws {Inexact} if no condition of the engine expresses a rule exactly.
 */
export function filterOf<T extends AnyAbility>(
  ability: T,
  action: Parameters<T['rulesFor']>[0],
  type: ExtractSubjectType<Parameters<T['rulesFor']>[1]>,
  field?: string,
): Filter {
  const where =
    rulesToCondition<T, Condition, Condition>(
      ability.rulesFor(action, type, field),
      ({ inverted, condition }) => (inverted ? negate(condition) : condition),
      {
        and: (parts) => join('and', parts),
        or: (parts) => join('or', parts),
        empty: () => always,
      },
    ) ?? never
  const kind = where === always ? 'always' : where === never ? 'never' : 'when'
  return freeze(kind === 'when' ? { kind, where } : { kind })
}
