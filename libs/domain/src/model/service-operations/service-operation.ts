import type { Permission } from '../../access/content-policy.ts'
import type { Rules } from '../../rules/accept.ts'
import type { UserId } from '../../rules/ids.ts'
import type { Field, StoredIn, TypeName } from '../fields/field.ts'
import type { GraphqlAnswer } from '../graphql-answer.ts'
import type { Fields, InputOf } from '../types/record-operation.ts'

/** What the code of an operation can do. After the end of the operation, the context refuses everything. */
export interface OperationContext {
  /** The user who calls; null for a guest, and for a client that calls for itself. */
  readonly userId: UserId | null
  /** The time of the request. */
  readonly now: Date
  /**
   * Runs a query or a mutation with the rights of the caller and the permissions of the operation, in the transaction of
   * the operation. A request with errors has written nothing.
   */
  graphql(document: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphqlAnswer>
  /**
   * Locks records until the end of the operation: other writes of these records wait. The type is a type, or the name of
   * one; ids of no record are left out. @throws ContentError UNAVAILABLE if another request holds a lock for too long.
   */
  lock(type: TypeName | string, ids: readonly (string | number)[]): Promise<void>
  /** Aborts when the operation has no more time. Hand it to `fetch`. */
  readonly signal: AbortSignal
}

type GivenTo<F> = F extends Field<infer _Value, infer Given> ? Given : never
/** A value as it is stored, or as a client would send it: an operation returns a Date, or the text of a time. */
type Returned<F> = StoredIn<F> | GivenTo<F>
type Optional<F extends Fields> = { [K in keyof F]: null extends StoredIn<F[K]> ? K : never }[keyof F]

/** What the code of an operation returns: the fields of `returns`. */
export type OutputOf<F extends Fields> = {
  readonly [K in Exclude<keyof F, Optional<F>>]: Returned<F[K]>
} & {
  readonly [K in Optional<F>]?: Returned<F[K]> | null | undefined
}

/** The declaration of an operation of no record. */
export interface ServiceOperationDeclaration<Input extends Fields, Returns extends Fields> {
  /** The name of the root field, in camelCase: `bookSeat` is also `/api/operations/book-seat`. */
  readonly name: string
  /** A sentence for the documentation: what the operation does. */
  readonly about: string
  /** Whether the operation only reads (a query, and GET), or may write (a mutation, and POST). */
  readonly kind: 'read' | 'write'
  /** The permission that the caller needs: `reports:run`, of the option `permissions` of `contentModel`. */
  readonly permission: Permission | (string & {})
  /** The arguments. */
  readonly input?: Input
  /** The members of the result. */
  readonly returns: Returns
  /** What `context.graphql` may read and do beside what the caller may, each on all records. Nothing by default. */
  readonly permissions?: readonly (Permission | (string & {}))[]
  /** The requests that a run takes from the quota of the caller, in addition to the request itself; 10 by default. */
  readonly cost?: number
  /** The time of a run in seconds, at most 10; 5 by default. */
  readonly timeout?: number
  /** A ContentError that it throws is the answer of the caller. Any other error is logged, and the caller does not see it. */
  run(context: OperationContext, input: InputOf<Input>): Promise<OutputOf<Returns>> | OutputOf<Returns>
}

/** C16.5: an operation of a model that is about no record. */
export interface ServiceOperation {
  readonly name: string
  readonly about: string
  readonly kind: 'read' | 'write'
  readonly permission: Permission
  readonly input: Fields
  /** A rule for each member of the input, for `accept`. */
  readonly rules: Rules
  readonly returns: Fields
  readonly permissions: readonly Permission[]
  readonly cost: number
  readonly timeoutMs: number
  /** What is wrong in the form of the declaration; `contentModel` reports it. */
  readonly problems: readonly string[]
  readonly run: (context: OperationContext, input: never) => unknown
}
