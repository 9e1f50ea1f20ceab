import type { Attributes, Condition, References } from '@content-service/authz'
import type { Caller } from '../access/content-policy.ts'
import type { UserRole } from '../access/role-names.ts'
import type { Field, OwnerField, StateField, StoredIn } from './field.ts'

/** The name of a fact in a record: a state, or the id of the owner. */
type FactName<Name, F> = Name extends string
  ? F extends StateField
    ? Name
    : F extends OwnerField
      ? `${Name}Id`
      : never
  : never

/** The facts of a record by which rights can decide: its owner and its states. */
type FactsOf<F extends Readonly<Record<string, Field>>> = {
  readonly [K in keyof F as FactName<K, F[K]>]: StoredIn<F[K]>
}

/** Writes the condition of a share; a method, as `ShareRule` is. */
type RuleOf<F extends Readonly<Record<string, Field>>> = {
  write(record: Attributes<FactsOf<F>>, caller: References<Caller>): Condition
}['write']

/**
 * C14.3: for each action, the roles that have the permission, and their records: all, their own, or those for which a
 * condition holds: `(meetup) => meetup.status.ne('PLANNED')`. A role includes the permissions of lower roles.
 */
export type Allowed<F extends Readonly<Record<string, Field>>> = Readonly<
  Record<string, Readonly<Partial<Record<UserRole, 'all' | 'own' | RuleOf<F>>>>>
>
