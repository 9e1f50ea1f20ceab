/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import { Ability, type AbilityOptions, type AbilityOptionsOf } from '../ability/ability.ts'
import { fieldPatternMatcher } from '../field-patterns.ts'
import type { RawRuleFrom } from '../raw-rule.ts'
import type { RawRuleOf } from '../rule-index.ts'
import type { Abilities, AbilityTuple } from '../types.ts'
import { prismaQuery } from './query.ts'
import type { BasePrismaQuery, PrismaQuery } from './types.ts'

export type PrismaAbility<A extends Abilities, Conditions extends PrismaQuery = PrismaQuery> = Ability<
  A,
  Conditions
>

/** An ability whose conditions have the form of a `where` object of Prisma. */
export function createPrismaAbility<T extends Ability<any, BasePrismaQuery>>(
  rules?: RawRuleOf<T>[],
  options?: AbilityOptionsOf<T>,
): T
export function createPrismaAbility<
  A extends AbilityTuple = [string, string],
  Conditions extends BasePrismaQuery = any,
>(rules?: RawRuleFrom<A, Conditions>[], options?: AbilityOptions<A, Conditions>): Ability<A, Conditions>
export function createPrismaAbility(rules: any[] = [], options = {}): Ability<any, any> {
  return new Ability(rules, {
    ...options,
    conditionsMatcher: prismaQuery,
    fieldMatcher: fieldPatternMatcher,
  })
}
