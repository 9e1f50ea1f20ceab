import type { Condition, ReferenceTo } from '@content-service/authz'
import type { UserRole } from './role-names.ts'

/** All records, the records of the caller, or the records for which a condition holds. */
export type Share = 'all' | 'own' | ShareRule

/** The facts of a record of some type, or of the caller. */
type FactsOfSome = Readonly<Record<string, unknown>>

/**
 * Writes the condition of a share. The declaration of a type knows the types of its facts: the parameters of a method may be
 * narrower than those of this type.
 */
export type ShareRule = {
  write(record: FactsOfSome, caller: FactsOfSome, now: ReferenceTo<Date>): Condition
}['write']

/**
 * A value for roles: editors suggest the five of the service, and the roles of a model have names in capitals, too
 * (C15.22). The compiler refuses a name in other letters; `contentModel` refuses an unknown name.
 */
export type ByRole<Value> = Readonly<Partial<Record<UserRole, Value>>> &
  Readonly<Record<Uppercase<string>, Value>>

/**
 * For each action, the roles that have the permission, and the records. A role includes the permissions of lower roles.
 */
export type Rights = Readonly<Record<string, ByRole<Share>>>

/** A resource of the policy: its permissions, and the facts of its records by which rules can decide. */
export interface PolicyResource {
  /** `articles:read` is the action `read` of the resource `articles`. */
  readonly actions: readonly string[]
  readonly facts: Readonly<Record<string, Fact>>
}

/** A value of a record other than its states and the ids of its links. */
export type ValueFact = 'text' | 'number' | 'integer' | 'decimal' | 'flag' | 'time' | 'date'

/** The values of a fact: the id of a user, the id of a linked record, a state, or another value. */
export type Fact = 'user' | 'record' | readonly string[] | ValueFact

/** Whether rows have the fact only for rules that compare it. */
export const isValueFact = (fact: Fact): fact is ValueFact =>
  typeof fact === 'string' && fact !== 'user' && fact !== 'record'

/** A resource that a content type declares. */
export interface DeclaredResource extends PolicyResource {
  readonly name: string
  readonly rights: Rights
  /** The fact that names the owner; null if the records have no owner. */
  readonly owner: string | null
}
