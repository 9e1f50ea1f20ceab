import type { Decision } from '../decisions/decision.ts'
import type { Filter } from '../decisions/filter.ts'
import type { Subject } from '../decisions/subject.ts'
import type { PolicyDocument } from './document.ts'

/** Each permission (`articles:read`) with the type of its resource's rows. */
export type Permissions = Readonly<Record<string, object>>

type ResourceArgument<M, P extends keyof M> = M[P] | null | undefined

type FieldOf<Row> = keyof Row extends never ? string : keyof Row & string

/** The fields whose name begins with the same letter. */
type Similar<Row, Field extends string> = Field extends `${infer First}${string}`
  ? Extract<FieldOf<Row>, `${First}${string}`>
  : never

/** A text that no caller passes, so that the message of the compiler contains it. */
type UnknownField<Row, Field extends string> = [Similar<Row, Field>] extends [never]
  ? `unknown field ${Field}`
  : `unknown field ${Field}; did you mean ${Similar<Row, Field>}?`

/** A field of the row, or the row after the change. An editor offers the fields while you write one. */
type Change<Row, Given> = Given extends string
  ? Given extends FieldOf<Row>
    ? Given
    : FieldOf<Row> | UnknownField<Row, Given>
  : Row

/** A policy for one subject. It uses the roles that the subject has when you call `for`. */
export interface Ability<M extends object = Permissions> {
  can<P extends keyof M & string, const C = M[P]>(
    permission: P,
    resource?: ResourceArgument<M, P>,
    change?: Change<M[P], C>,
  ): boolean
  decide<P extends keyof M & string>(permission: P, resource?: ResourceArgument<M, P>, after?: M[P]): Decision
  authorize<P extends keyof M & string>(
    permission: P,
    resource?: ResourceArgument<M, P>,
    after?: M[P],
  ): Decision
  permits(permission: keyof M & string): boolean
  filter(permission: keyof M & string): Filter
}

export interface Policy<S extends Subject = Subject, M extends object = Permissions> {
  /**
   * Whether the subject has the permission (for this resource). Without a resource, a rule with a condition denies. With a
   * field, whether the subject may read or write this field in full. With the row after a change, whether the subject has
   * the permission for the row before and after: so nobody can give a row away.
   */
  can<P extends keyof M & string, const C = M[P]>(
    subject: S | null,
    permission: P,
    resource?: ResourceArgument<M, P>,
    change?: Change<M[P], C>,
  ): boolean
  /** The same decision with its reason, the rules that led to it, and the obligations of your code. */
  decide<P extends keyof M & string>(
    subject: S | null,
    permission: P,
    resource?: ResourceArgument<M, P>,
    after?: M[P],
  ): Decision
  /** Returns the decision if it is allow. @throws {AccessDenied} if the decision is deny. */
  authorize<P extends keyof M & string>(
    subject: S | null,
    permission: P,
    resource?: ResourceArgument<M, P>,
    after?: M[P],
  ): Decision
  /**
   * Whether the subject has the permission for at least one possible resource. True exactly if `filter` is not
   * `never`.
   */
  permits(subject: S | null, permission: keyof M & string): boolean
  /**
   * The rows for which the subject has the permission. The filter contains the subject's values instead of
   * references.
   */
  filter(subject: S | null, permission: keyof M & string): Filter
  /**
   * The same functions for one subject. The policy reads the subject once: later changes of the subject have no effect.
   * `context` has facts of the request, which conditions compare as `ctx.time`.
   */
  for(subject: S | null, context?: object): Ability<M>
  /**
   * The related objects and lists that the conditions of a permission read, and those of the permissions that they follow:
   * `['article', 'article.owner']`. Load them with the row before you ask. @throws {TypeError} for an unknown permission.
   */
  relations(permission: keyof M & string): readonly string[]
  /** All permissions. Each version of a policy has its own list. */
  readonly permissions: readonly (keyof M & string)[]
  readonly roles: readonly string[]
  /** A copy of the policy as data. If no condition contains a date or bigint, `JSON.stringify` turns it into a JSON policy. */
  readonly document: PolicyDocument
}

/** Refuses roles that are literal texts of another spelling. A role of the type `string` is known only when the program runs. */
type KnownRoles<G, R> = G extends { readonly roles: readonly (infer Role)[] }
  ? string extends Role
    ? unknown
    : [Role] extends [R]
      ? unknown
      : { readonly roles: readonly R[] }
  : unknown

type Asker<G, R> = (G & KnownRoles<G, R>) | null

/** A policy whose roles the compiler knows: it refuses a subject with a role that the policy does not define. */
export interface DefinedPolicy<S extends Subject, M extends object, R extends string> {
  can<P extends keyof M & string, const G extends S = S, const C = M[P]>(
    subject: Asker<G, R>,
    permission: P,
    resource?: ResourceArgument<M, P>,
    change?: Change<M[P], C>,
  ): boolean
  decide<P extends keyof M & string, const G extends S = S>(
    subject: Asker<G, R>,
    permission: P,
    resource?: ResourceArgument<M, P>,
    after?: M[P],
  ): Decision
  authorize<P extends keyof M & string, const G extends S = S>(
    subject: Asker<G, R>,
    permission: P,
    resource?: ResourceArgument<M, P>,
    after?: M[P],
  ): Decision
  permits<const G extends S = S>(subject: Asker<G, R>, permission: keyof M & string): boolean
  filter<const G extends S = S>(subject: Asker<G, R>, permission: keyof M & string): Filter
  for<const G extends S = S>(subject: Asker<G, R>, context?: object): Ability<M>
  relations(permission: keyof M & string): readonly string[]
  readonly permissions: Policy<S, M>['permissions']
  readonly roles: readonly string[]
  readonly document: PolicyDocument
}

/** The part of a policy that guards use. */
export interface Abilities<S extends Subject, M extends object> {
  for(subject: S | null, context?: object): Ability<M>
}

/** The part of a policy that tools use. It has no type parameters. */
export interface PolicyData {
  readonly permissions: readonly string[]
  readonly document: PolicyDocument
}

/** All permissions of a policy, as a union of strings. */
export type PermissionOf<P> = P extends { readonly permissions: readonly (infer Permission extends string)[] }
  ? Permission
  : never
