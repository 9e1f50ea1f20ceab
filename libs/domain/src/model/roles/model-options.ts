import type { ModelRole } from '../../access/model-role.ts'
import type { ByRole } from '../../access/rights.ts'
import type { UserRole } from '../../access/role-names.ts'
import { isObject } from '../../rules/is-object.ts'
import type { OptionalType } from '../types/optional-types.ts'
import type { HandlerDeclaration } from '../handlers/handler.ts'
import type { ServiceOperation } from '../service-operations/service-operation.ts'

/** Editors suggest the roles of the service; the second part keeps the compiler from joining the two. */
type Inherited = Exclude<UserRole, 'ADMIN'> | (Uppercase<string> & Record<never, never>)

/** A role in the options of `contentModel`. */
export interface RoleDeclaration {
  /**
   * The roles whose permissions the role includes: `['READER']`. A role that inherits neither READER nor a role above it
   * cannot write over GraphQL (`@auth`).
   */
  readonly inherits?: readonly Inherited[]
  /** A sentence about the people who have the role, for `types list` and tools. */
  readonly about: string
}

/** What a model has beside its content types. */
export interface ModelOptions {
  /**
   * C15.23: the types of the service that the model does not have: `['Article', 'Comment']`. It then has none of their
   * fields, routes, permissions, events and jobs. A type that links to a missing one is refused.
   */
  readonly without?: readonly OptionalType[]
  /**
   * C15.22: roles beside the five of the service, which `allowed` can name: `{ RECRUITER: { inherits: ['READER'], about } }`.
   * ADMIN inherits all of them. Users get them as they get the others (C12.3).
   */
  readonly roles?: Readonly<Record<Uppercase<string>, RoleDeclaration>>
  /** C16.4: code that runs after events: `{ mailGuests: { on: ['recipe.created'], permissions, run } }`. */
  readonly handlers?: Readonly<Record<string, HandlerDeclaration>>
  /** C16.5: operations of no record, which `operation({ … })` makes. */
  readonly operations?: readonly ServiceOperation[]
  /** C16.5: permissions of such operations, and the roles that have them: `{ 'reports:run': { EDITOR: 'all' } }`. */
  readonly permissions?: Readonly<Record<string, ByRole<'all'>>>
}

const readRole = ([name, given]: readonly [string, unknown]): ModelRole => {
  const { inherits = [], about } = (isObject(given) ? given : {}) as Partial<RoleDeclaration>
  return { name, inherits: Array.isArray(inherits) ? [...new Set(inherits)] : [], about: about ?? '' }
}

/** The roles of the options, in their order. `checkModelOptions` refuses the wrong forms that the compiler did not see. */
export const listModelRoles = (options: unknown): readonly ModelRole[] =>
  isObject(options) && isObject(options['roles']) ? Object.entries(options['roles']).map(readRole) : []
