/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import type { Rule } from '../rule.ts'
import {
  type Public,
  type RawRuleOf,
  RuleIndex,
  type RuleIndexOptions,
  type RuleIndexOptionsOf,
} from '../rule-index.ts'
import type { Abilities, AbilityTuple, CanParameters, Subject } from '../types.ts'

export interface AbilityOptions<A extends Abilities, Conditions> extends RuleIndexOptions<A, Conditions> {}
export interface AnyAbility extends Public<Ability<any, any>> {}
export interface AbilityOptionsOf<T extends AnyAbility> extends RuleIndexOptionsOf<T> {}

export type AbilityClass<T extends AnyAbility> = new (
  rules?: RawRuleOf<T>[],
  options?: AbilityOptionsOf<T>,
) => T
export type CreateAbility<T extends AnyAbility> = (rules?: RawRuleOf<T>[], options?: AbilityOptionsOf<T>) => T

/** The questions without the types that an application gives its actions and subjects. */
interface Untyped<A extends Abilities, Conditions> {
  can(action: string, subject?: Subject, field?: string): boolean
  relevantRuleFor(action: string, subject?: Subject, field?: string): Rule<A, Conditions> | null
  rulesFor(action: string, type: unknown, field?: string): readonly Rule<A, Conditions>[]
}

/** The permissions of one user: the last rule that matches decides. */
export class Ability<A extends Abilities = AbilityTuple, Conditions = unknown> extends RuleIndex<
  A,
  Conditions
> {
  can(...given: CanParameters<A>): boolean
  can(action: string, subject?: Subject, field?: string): boolean {
    const rule = (this as Untyped<A, Conditions>).relevantRuleFor(action, subject, field)
    return !!rule && !rule.inverted
  }

  /** The rule that decides, or null. */
  relevantRuleFor(...given: CanParameters<A>): Rule<A, Conditions> | null
  relevantRuleFor(action: string, subject?: Subject, field?: string): Rule<A, Conditions> | null {
    const rules = (this as Untyped<A, Conditions>).rulesFor(action, this.detectSubjectType(subject), field)
    for (const rule of rules) if (rule.matchesConditions(subject)) return rule
    return null
  }

  cannot(...given: CanParameters<A>): boolean
  cannot(action: string, subject?: Subject, field?: string): boolean {
    return !(this as Untyped<A, Conditions>).can(action, subject, field)
  }
}
