import type { Attributes, Condition, OrderedText, References, ReferenceTo } from '@content-service/authz'
import type { Caller } from '../../access/content-policy.ts'
import type { ByRole } from '../../access/rights.ts'
import type { Field, StoredIn, TypeName } from '../fields/field.ts'
import type { SELF } from '../links/self-links.ts'

/** The name of a fact in a record: a value, or the id of the owner or of another linked record. */
type FactName<Name, F> = Name extends string
  ? F extends { readonly to: unknown }
    ? `${Name}Id`
    : [NonNullable<StoredIn<F>>] extends [string | number | boolean | Date]
      ? Name
      : never
  : never

/** C16.1: decimals and dates are texts with an order. */
type FactValue<F> = F extends { readonly kind: 'decimal' | 'date' } ? OrderedText : StoredIn<F>

/** The name of a link that a right can follow: to one record, and not to a user. */
type LinkName<Name, F> = F extends { readonly to: TypeName<infer To> }
  ? To extends 'User'
    ? never
    : Name
  : never

/** C16.1: the members of a group by which rights can decide: no times, which are texts inside of parts. */
type MemberFacts<M extends FieldsOfSome> = {
  readonly [
    K in keyof M as M[K] extends { readonly kind: 'time' } | { readonly to: unknown }
      ? never
      : FactName<K, M[K]>
  ]: FactValue<M[K]>
} & GroupFacts<M>

type GroupFacts<F extends FieldsOfSome> = {
  readonly [K in keyof F as F[K] extends { readonly kind: 'group' } ? K : never]: F[K] extends {
    readonly members: infer M extends FieldsOfSome
  }
    ? MemberFacts<M>
    : never
}

/** The fields of the type to which a link leads. */
type TargetFields<F> = F extends { readonly target?: { readonly fields: infer Fields } | undefined }
  ? Fields extends FieldsOfSome
    ? Fields
    : never
  : never

/**
 * The facts behind a link. The compiler cannot know the facts of a type that the link only names (C15.21), because the two
 * declarations would need each other: `contentModel` checks the names.
 */
type FactsBehind<F, Own, Left extends Steps> = F extends { readonly to: TypeName<typeof SELF> }
  ? LinkedFacts<Own, Left> | null
  : F extends { readonly target?: string | undefined }
    ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the engine gives `any` all operators
      any
    : LinkedFacts<TargetFields<F>, Left> | null

type FieldsOfSome = Readonly<Record<string, Field>>

/** The links that a right can still follow, one element for each. */
type Steps = readonly unknown[]

/**
 * The facts of a record by which rights can decide: its states, texts, numbers, flags and times, the members of its groups, the ids
 * of its owner and of its links, and the facts of the records behind at most two links.
 */
type FactsOf<F extends FieldsOfSome, Left extends Steps = readonly [1, 1]> = {
  readonly [K in keyof F as FactName<K, F[K]>]: FactValue<F[K]>
} & GroupFacts<F> &
  (Left extends readonly [unknown, ...infer Rest]
    ? { readonly [K in keyof F as LinkName<K, F[K]>]: FactsBehind<F[K], F, Rest> }
    : unknown)

type LinkedFacts<Target, Left extends Steps> = Target extends FieldsOfSome ? FactsOf<Target, Left> : object

/** Writes the condition of a share; a method, as `ShareRule` is. */
type RuleOf<F extends Readonly<Record<string, Field>>> = {
  write(
    record: Attributes<FactsOf<F>>,
    caller: References<Omit<Caller, 'now'>>,
    now: ReferenceTo<Date>,
  ): Condition
}['write']

/**
 * C14.3: for each action, the roles that have the permission, and their records: all, their own, or those for which a
 * condition holds: `(meetup) => meetup.status.ne('PLANNED')`. A role includes the permissions of lower roles. A role of the model has the name
 * under which `contentModel` declares it (C15.22).
 */
export type Allowed<F extends Readonly<Record<string, Field>>> = Readonly<
  Record<string, ByRole<'all' | 'own' | RuleOf<F>>>
>
