/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import { Ability, type AbilityOptions, type AbilityOptionsOf } from './ability.ts'
import { fieldPatternMatcher } from '../field-patterns.ts'
import { mongoQueryMatcher } from '../mongo-matcher.ts'
import type { MongoQuery } from '../mongo-query.ts'
import type { RawRuleFrom } from '../raw-rule.ts'
import type { Public, RawRuleOf } from '../rule-index.ts'
import type { AbilityTuple } from '../types.ts'

export interface AnyMongoAbility extends Public<Ability<any, MongoQuery>> {}
export interface MongoAbility<
  A extends AbilityTuple = AbilityTuple,
  Conditions extends MongoQuery = MongoQuery,
> extends Ability<A, Conditions> {}

/** An ability whose conditions have the form of MongoDB, and whose fields can have stars. */
export function createMongoAbility<T extends AnyMongoAbility = MongoAbility>(
  rules?: RawRuleOf<T>[],
  options?: AbilityOptionsOf<T>,
): T
export function createMongoAbility<
  A extends AbilityTuple = AbilityTuple,
  Conditions extends MongoQuery = MongoQuery,
>(rules?: RawRuleFrom<A, Conditions>[], options?: AbilityOptions<A, Conditions>): MongoAbility<A, Conditions>
export function createMongoAbility(rules: any[] = [], options = {}): AnyMongoAbility {
  return new Ability(rules, {
    conditionsMatcher: mongoQueryMatcher,
    fieldMatcher: fieldPatternMatcher,
    ...options,
  })
}
