import { createFilterFactory } from './filter-of.ts'
import { checkMatcher } from './mongo/check-matcher.ts'
import { translateMongo } from './mongo/translate-mongo.ts'
import { createPolicyFactory } from './policy/policy-of.ts'
import type { Translate } from './rules/rules.ts'

export { Inexact } from './rules/inexact.ts'
export type { ActionOf, FilterOf, TypeOf } from './filter-of.ts'
export type { PermissionsOfTypes, PolicyOf, TypeOptions, Types } from './policy/policy-of.ts'

const translate: Translate = (rule) => {
  // The depth is checked before the matcher of the ability reads the conditions.
  const condition = translateMongo(rule.conditions)
  checkMatcher(rule.ast)
  return condition
}

/**
 * The rows for which an ability of CASL allows an action, for `toSql`, `toPrisma`, `toDrizzle` and `toMongo`. The conditions are in
 * the form of MongoDB, as `createMongoAbility` takes them. A row must have all attributes that the rules compare, each null or
 * of the kind of the values, as the rows of a table do. With a field, the rows whose field the ability allows.
 * @throws {Inexact} if no condition expresses a rule exactly.
 */
export const filterOf = createFilterFactory(translate)

/**
 * A policy that decides as an ability of CASL does, for all callers: `policyOf(ability, { Article: ['read', 'update'] })` has the
 * permissions `Article:read` and `Article:update`.
 * @throws {Inexact} if no rule of a policy expresses a rule exactly.
 */
export const policyOf = createPolicyFactory(translate)
