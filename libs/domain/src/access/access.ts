import { and, type Condition } from '@content-service/authz'
import { ContentError } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { nameCaller } from './caller.ts'
import { findComparedFacts, reviveTimes } from './compared-facts.ts'
import { nestLinkedFacts } from './linked-facts.ts'
import { spreadMembers } from './member-facts.ts'
import { requireKnown } from './planned-caller.ts'
import type { BuiltInPermission, Caller, ContentPolicy, Permission } from './content-policy.ts'

/** The part of a context by which the policy decides. */
export interface PolicyContext {
  readonly caller: Caller
  readonly policy: ContentPolicy
}

/** A permission that a response needs, with the facts of the shown record by which the policy decides. */
export interface ShownRecord {
  readonly permission: Permission
  /** The id of the record: a replay asks about the record of now (C14.3). Null for facts of no record. */
  readonly id?: string | number | null
  readonly facts: Readonly<Record<string, unknown>>
  /** The attribute that the permission shows; absent if it shows the whole record. */
  readonly member?: ShownMember
}

/** An attribute of the records of a collection. */
export interface ShownMember {
  readonly of: string
  readonly name: string
}

/** The caller of a request that carries no credential. */
export const ANYBODY: Caller = { id: null, roles: ['GUEST'], permissions: [] }

/** C7.5: a client has a credential, so the refusal asks for a user instead of a credential. */
const userRequired = (client: string): ContentError =>
  new ContentError(
    'FORBIDDEN',
    `This operation needs a user, and the token acts for the client ${client} alone. Use a token of a user.`,
  )

export const credentialRequired = (): ContentError =>
  new ContentError('UNAUTHENTICATED', 'This operation needs a credential. Sign in first.')

/** Whether no credential was given at all. */
export const isAnonymous = ({ caller }: Pick<PolicyContext, 'caller'>): boolean => nameCaller(caller) === null

/** C7.8: a missing credential is the first refusal of any operation. The credential of a client counts too. */
export const requireCredential = (context: Pick<PolicyContext, 'caller'>): void => {
  if (isAnonymous(context)) throw credentialRequired()
}

/** The refusal of a caller who is no user. */
export const createUserRefusal = ({ caller }: Pick<PolicyContext, 'caller'>): ContentError =>
  caller.client === undefined ? credentialRequired() : userRequired(caller.client)

/** Refuses callers that are not users, for operations that only a user can run. Returns the user's id. */
export const requireUser = (context: Pick<PolicyContext, 'caller'>): UserId => {
  if (context.caller.id === null) throw createUserRefusal(context)
  return context.caller.id
}

const forbidden = (permission: Permission, detail: string): ContentError =>
  new ContentError('FORBIDDEN', `You need the permission ${permission}${detail}.`)

/** The type of a policy names the built-in permissions only; the policy of a model has the declared permissions too. */
const toBuiltInPermission = (permission: Permission): BuiltInPermission => permission as BuiltInPermission

/** The record as the rules about the permission read it. */
export const toResource = <R extends object | null | undefined>(
  { policy }: Pick<PolicyContext, 'policy'>,
  permission: Permission,
  record: R,
): R | object => {
  if (!record) return record
  const compared = findComparedFacts(policy, permission)
  const revived = spreadMembers(reviveTimes(record, compared), compared.members)
  const paths = policy.relations(toBuiltInPermission(permission))
  return paths.length > 0 ? nestLinkedFacts(revived, paths) : revived
}

/** C15.24: what rules about the permission need to know of the time; undefined if they do not compare with it. */
const findTime = ({ caller, policy }: PolicyContext, permission: Permission) => {
  const { takesTime, ofCaller } = findComparedFacts(policy, permission)
  requireKnown(caller, ofCaller)
  return takesTime ? { now: caller.now } : undefined
}

/** The policy for the caller, at the time of the request. @throws NotPlannable. */
const ask = (context: PolicyContext, permission: Permission) =>
  context.policy.for(context.caller, findTime(context, permission))

/** @throws NotPlannable. */
export const may = (context: PolicyContext, permission: Permission, record?: object): boolean => {
  const { caller, policy } = context
  const asked = [toBuiltInPermission(permission), toResource(context, permission, record) as never] as const
  const time = findTime(context, permission)
  // One question to a policy is answered faster than by an ability.
  return time === undefined ? policy.can(caller, ...asked) : policy.for(caller, time).can(...asked)
}

/** Whether the caller has all of these permissions on the record. */
export const mayAll = (context: PolicyContext, permissions: readonly Permission[], record: object): boolean =>
  permissions.every((permission) => may(context, permission, record))

/** Whether the caller has the permission on at least one possible record. */
export const mayOnAny = (context: PolicyContext, permission: Permission): boolean =>
  ask(context, permission).permits(toBuiltInPermission(permission))

/** Whether the caller has the permission on all records, including the records of others. */
export const mayOnAll = (context: PolicyContext, permission: Permission): boolean =>
  ask(context, permission).filter(toBuiltInPermission(permission)).kind === 'always'

/** C7.8: the refusal of a caller who lacks the permission, or has it on other records alone, with the permission's name. */
export const createForbidden = (context: PolicyContext, permission: Permission): ContentError =>
  forbidden(permission, mayOnAny(context, permission) ? ' for this record' : '')

/** The refusal of a caller who lacks the permission: UNAUTHENTICATED without a credential, else FORBIDDEN (C7.8). */
export const createRefusal = (context: PolicyContext, permission: Permission): ContentError =>
  isAnonymous(context)
    ? new ContentError('UNAUTHENTICATED', `You need the permission ${permission}. Sign in first.`)
    : createForbidden(context, permission)

/**
 * `createRefusal` of a new record whose values or links the right does not cover. A guest who has the right on other records
 * needs no credential, but other values.
 */
export const createConditionRefusal = (context: PolicyContext, permission: Permission): ContentError =>
  isAnonymous(context) && mayOnAny(context, permission)
    ? new ContentError(
        'FORBIDDEN',
        `Without a credential, the permission ${permission} does not allow this record. Change its values or its links.`,
      )
    : createRefusal(context, permission)

/** `createRefusal` of a write that changes a member which not every writer may change (C14.3). */
export const createChangeRefusal = (
  context: PolicyContext,
  permission: Permission,
  member: string,
): ContentError =>
  isAnonymous(context)
    ? new ContentError(
        'UNAUTHENTICATED',
        `You need the permission ${permission} to set ${member}. Sign in first.`,
      )
    : forbidden(permission, ` to change ${member}`)

/** @throws UNAUTHENTICATED, FORBIDDEN unless the caller has the permission on the record. */
export const authorize = (context: PolicyContext, permission: Permission, record: object): void => {
  if (!may(context, permission, record)) throw createRefusal(context, permission)
}

/** `authorize` for a permission that must hold on the records of others too. */
export const authorizeOnAll = (context: PolicyContext, permission: Permission): void => {
  if (mayOnAll(context, permission)) return
  requireCredential(context)
  throw forbidden(permission, ' on all records')
}

/** Refuses a caller who has the permission on no record. @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeOnAny = (context: PolicyContext, permission: Permission): void => {
  if (!mayOnAny(context, permission)) throw createRefusal(context, permission)
}

/**
 * C7.7: a user with the role GUEST may run only the operations that need no credential. Likes and follows belong to the
 * caller's account, so that they need `users:write` on the caller.
 */
export const authorizeTakingPart = (context: PolicyContext): void =>
  authorize(context, 'users:write', { id: requireUser(context) })

const ALL: Condition = and()

/** The condition of the rows on which the caller has the permission; null if there can be no such row. */
export const filterByPermission = (context: PolicyContext, permission: Permission): Condition | null => {
  const filter = ask(context, permission).filter(toBuiltInPermission(permission))
  if (filter.kind === 'never') return null
  return filter.kind === 'always' ? ALL : filter.where
}

/** C12.16: the first record of a response that the caller may not read. Its members are masked instead. */
export const findUnreadable = (
  context: PolicyContext,
  shown: readonly ShownRecord[],
): ShownRecord | undefined =>
  shown.find(({ permission, facts, member }) => member === undefined && !may(context, permission, facts))

/** C12.16: whether the caller may read all records that a response shows. */
export const maySee = (context: PolicyContext, shown: readonly ShownRecord[]): boolean =>
  findUnreadable(context, shown) === undefined
