import { createFilterFactory } from '../filter-of.ts'
import { createPolicyFactory } from '../policy/policy-of.ts'
import type { Translate } from '../rules/rules.ts'
import { translatePrisma } from './translate-prisma.ts'

export { Inexact } from '../rules/inexact.ts'

const translate: Translate = (rule) => translatePrisma(rule.conditions)

/**
 * The rows for which an ability of `createPrismaAbility` allows an action, for `toSql`, `toPrisma`, `toDrizzle` and `toMongo`.
 * A row must have all attributes that the rules compare, each null or of the kind of the values, as the rows of a table do. With
 * a field, the rows whose field the ability allows.
 * @throws {Inexact} if no condition expresses a rule exactly.
 */
export const filterOf = createFilterFactory(translate)

/**
 * A policy that decides as an ability of `createPrismaAbility` does, for all callers.
 * @throws {Inexact} if no rule of a policy expresses a rule exactly.
 */
export const policyOf = createPolicyFactory(translate)
