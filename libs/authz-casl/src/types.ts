/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import type { Condition } from '@content-service/authz'
import type { Ast } from './ast.ts'
import type { ConditionsRule, ForSubjects } from './conditions-for.ts'

type AnyFunction = (...given: any[]) => any
export type AnyClass<Instance = any> = new (...given: any[]) => Instance
type AnyRecord = Record<PropertyKey, any>
export type AnyObject = Record<PropertyKey, unknown>

export type SubjectClass<Name extends string = string> = AnyClass & { modelName?: Name }
/** The type of a subject: its name, or its class. */
export type SubjectType = string | SubjectClass
export type Subject = AnyRecord | SubjectType

export type AbilityTuple<Action extends string = string, S extends Subject = Subject> = [Action, S]
export type Abilities = AbilityTuple | string
export type AbilityTupleType<Action extends string = string, Type extends SubjectType = SubjectType> = [
  Action,
  Type,
]
export type AbilityTypes = string | AbilityTupleType
export type ToAbilityTypes<T extends Abilities> = T extends AbilityTuple
  ? AbilityTupleType<T[0], ExtractSubjectType<T[1]>>
  : Extract<T, string>
export type Normalize<T extends Abilities> = T extends AbilityTuple ? T : [T, string]

export type IfString<T, U> = T extends string ? U : never
export type AbilityParameters<
  T extends Abilities,
  OfTuple extends AnyFunction,
  OfString extends AnyFunction = () => 0,
  Else = IfString<T, Parameters<OfString>>,
> = T extends AbilityTuple ? Parameters<OfTuple> : Else

/** The parameters of a question about an action on S. */
type Question<T extends Abilities, S, WithField extends boolean> = AbilityParameters<
  T,
  T extends AbilityTuple
    ? WithField extends true
      ? (action: T[0], subject: S, field?: string) => 0
      : (action: T[0], subject: S) => 0
    : never,
  (action: Extract<T, string>) => 0
>
type SubjectOf<T extends Abilities> = T extends AbilityTuple ? T[1] : never
type Questions<T extends Abilities, WithField extends boolean> = T extends unknown
  ? Question<T, SubjectOf<T>, WithField>
  : never
type QuestionsOfTypes<T extends Abilities, WithField extends boolean> = T extends unknown
  ? Question<T, ExtractSubjectType<SubjectOf<T>>, WithField>
  : never

export type CanParameters<T extends Abilities, WithField extends boolean = true> = Questions<T, WithField>
/** The same with types of subjects only. */
export type RulesParameters<T extends Abilities, WithField extends boolean = true> = QuestionsOfTypes<
  T,
  WithField
>

/** Marks an object with the name of its type, as `subject` does. */
export interface ForcedSubject<T> {
  readonly __caslSubjectType__: T
}
export type TaggedInterface<T extends string> =
  ForcedSubject<T> | { readonly kind: T } | { readonly __typename: T }
type TagName<T> = T extends TaggedInterface<infer Name> ? Name : never

export type ExtractSubjectType<S extends Subject> = Extract<S, SubjectType> | TagName<S>

type NamedClass<Name> = AnyClass & { modelName: Name }
type NameOfClass<T, Instance> = T extends NamedClass<infer Name> ? Name : TagName<Instance>
export type InferSubjects<T, WithName extends boolean = false> =
  | T
  | (T extends AnyClass<infer Instance>
      ? Instance | (WithName extends true ? NameOfClass<T, Instance> : never)
      : TagName<T>)

interface MatchOfSubject extends ConditionsRule {
  readonly conditions: MatchConditions<NonNullable<this['subject']>>
}

/** Whether an object satisfies the conditions of a rule. */
export type MatchConditions<T extends NonNullable<unknown> = AnyRecord> = ForSubjects<MatchOfSubject> & {
  (object: T): boolean
  ast?: Ast
  /** Whether the conditions are true for all objects. */
  matchesAll?: boolean
  /** An immutable copy of the conditions. Without it, a rule has the given conditions. */
  conditions?: unknown
  /** The same as a condition of the engine. @throws {Inexact} if it has none. */
  toCondition?: () => Condition
}
export type ConditionsMatcher<T> = (conditions: T) => MatchConditions
export type MatchField<T extends string> = (field: T) => boolean
export type FieldMatcher = <T extends string>(fields: T[]) => MatchField<T>
export type AliasesMap = Readonly<Record<string, string | string[]>>
