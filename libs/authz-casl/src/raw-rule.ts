import type { Abilities, AbilityTupleType, AbilityTypes, SubjectType, ToAbilityTypes } from './types.ts'

interface BaseRawRule<Conditions> {
  fields?: string | string[]
  conditions?: Conditions
  /** Whether the rule forbids. */
  inverted?: boolean
  /** Why the rule forbids, for the message of an error. */
  reason?: string
}

/** A rule about an action without a subject. */
export interface ClaimRawRule<Action extends string> extends BaseRawRule<undefined> {
  action: Action | Action[]
  subject?: undefined
}

export interface SubjectRawRule<
  Action extends string,
  Type extends SubjectType,
  Conditions,
> extends BaseRawRule<Conditions> {
  action: Action | Action[]
  subject: Type | Type[]
}

/** The parameter `Claim` lets TypeScript infer the type of an action from rules without subjects. */
type DefineRule<
  T extends AbilityTypes,
  Conditions,
  Claim = ClaimRawRule<Extract<T, string>>,
> = T extends AbilityTupleType ? SubjectRawRule<T[0], T[1], Conditions> : Claim

/** A rule as data. */
export type RawRule<T extends AbilityTypes = AbilityTupleType, Conditions = unknown> = DefineRule<
  T,
  Conditions
>
export type RawRuleFrom<T extends Abilities, Conditions> = RawRule<ToAbilityTypes<T>, Conditions>
