import { findExcess } from '@content-service/authz/analyze'
import type { Caller } from '../../access/content-policy.ts'
import type { PolicyContext } from '../../access/access.ts'
import { ContentError } from '../../rules/errors.ts'
import { type User } from '../user.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { toCaller } from '../../access/held-roles.ts'

/** The fields that decide the rights of a user. */
export type Rights = Pick<User, 'roles' | 'permissions'>

const NOTHING: Rights = { roles: [], permissions: [] }

/** C12.3: the exception: every caller may grant READER, because sign-up gives this role to strangers. */
const READER: Rights = { roles: ['READER'], permissions: [] }

/** The comparison does not evaluate references to the caller, so that the id does not matter. */
const toHolder = (rights: Rights): Caller => toCaller({ ...rights, id: GHOST_ID })

const formatList = (permissions: readonly string[]): string =>
  `${permissions.slice(0, 3).join(', ')}${permissions.length > 3 ? ', …' : ''}`

/**
 * C12.3: a caller cannot grant roles or permissions beyond the rights of the credential in use. Rights that the user
 * `held` before the change are not granted by it.
 * @throws FORBIDDEN naming permissions.
 */
export const authorizeGrant = (
  { caller, policy }: PolicyContext,
  granted: Rights,
  held: Rights = NOTHING,
): void => {
  const beyond = findExcess(policy, [caller, toHolder(READER), toHolder(held)], toHolder(granted))
  if (beyond.length > 0)
    throw new ContentError(
      'FORBIDDEN',
      `This grants ${formatList(beyond)}. You cannot grant permissions that your credential does not have.`,
    )
}

/**
 * C12.4: a caller who changes the address, the status or the second factor of an account can take over the account, and one who
 * ends its sessions can lock its owner out (C19.5). The caller needs a credential with every permission of the user, as for a grant of the user's roles.
 * @throws FORBIDDEN naming permissions.
 */
export const authorizeTakeover = (
  { caller, policy }: PolicyContext,
  user: Rights & Pick<User, 'id'>,
): void => {
  if (user.id === caller.id) return
  const beyond = findExcess(policy, [caller, toHolder(READER)], toHolder(user))
  if (beyond.length > 0)
    throw new ContentError(
      'FORBIDDEN',
      `This account has ${formatList(beyond)}, which your credential does not have. To change its email address, status, second factor or sessions, use a credential that has these permissions.`,
    )
}

/** Whether the scopes of the credential exclude a permission that its user has. */
export const isNarrowed = ({ caller, policy }: PolicyContext): boolean => {
  const { restrictedTo, ...unrestricted } = caller
  return restrictedTo !== undefined && findExcess(policy, [caller], unrestricted).length > 0
}

/** A comparison takes up to a millisecond, and the users of a list have few different rights. */
const COMPARED = new WeakMap<object, Map<string, readonly string[]>>()
const MOST_COMPARED = 1_000

/** `findBeyond` for any other user. Each pair of rights is compared once for a policy. */
const compareRights = ({ caller, policy }: PolicyContext, user: Rights): readonly string[] => {
  const { restrictedTo: _, ...unrestricted } = caller
  const compared = COMPARED.get(policy.document) ?? new Map<string, readonly string[]>()
  COMPARED.set(policy.document, compared)
  const key = JSON.stringify([caller, user].map(({ roles, permissions }) => [roles, permissions]))
  const beyond = compared.get(key) ?? findExcess(policy, [unrestricted, toHolder(READER)], toHolder(user))
  if (compared.size === MOST_COMPARED) compared.clear()
  compared.set(key, beyond)
  return beyond
}

/** The permissions that a user has and the caller does not have. The scopes of the credential in use do not count. */
const findBeyond = (context: PolicyContext, user: Rights & Pick<User, 'id'>): readonly string[] =>
  user.id === context.caller.id ? [] : compareRights(context, user)

/** Whether a user has more rights than the caller. */
export const isStronger = (context: PolicyContext, user: Rights & Pick<User, 'id'>): boolean =>
  findBeyond(context, user).length > 0

/** The refusal of a caller who changes the account of a user with more rights. */
export const createStrongerRefusal = (
  context: PolicyContext,
  user: Rights & Pick<User, 'id'>,
): ContentError =>
  new ContentError(
    'FORBIDDEN',
    `This account has ${formatList(findBeyond(context, user))}, which you do not have. You cannot change an account with more rights than yours.`,
  )
