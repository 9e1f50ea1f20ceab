import { findExcess } from '@content-service/authz/analyze'
import type { Caller } from '../content-policy.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { toCaller } from './roles.ts'
import { GHOST_ID, type User } from './user.ts'

type Granting = Pick<Context, 'caller' | 'policy'>

/** The fields that decide the rights of a user. */
export type Rights = Pick<User, 'roles' | 'permissions'>

const NOTHING: Rights = { roles: [], permissions: [] }

/** C12.3: the one exception, because sign-up gives it to anybody. */
const READER: Rights = { roles: ['READER'], permissions: [] }

/** The comparison leaves references to the caller as they are, so that the id does not matter. */
const toHolder = (rights: Rights): Caller => toCaller({ ...rights, id: GHOST_ID })

const formatList = (permissions: readonly string[]): string =>
  `${permissions.slice(0, 3).join(', ')}${permissions.length > 3 ? ', …' : ''}`

/**
 * C12.3: nobody grants a role or permission beyond what they may do themselves, with the credential in use. What the
 * user `held` before is not granted.
 * @throws FORBIDDEN naming permissions.
 */
export const authorizeGrant = (
  { caller, policy }: Granting,
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
 * C12.4: a caller who changes the address, the status or the second factor of an account can take over the account. The
 * caller needs a credential with every permission of the user, as for a grant of the user's roles.
 * @throws FORBIDDEN naming permissions.
 */
export const authorizeTakeover = ({ caller, policy }: Granting, user: Rights & Pick<User, 'id'>): void => {
  if (user.id === caller.id) return
  const beyond = findExcess(policy, [caller, toHolder(READER)], toHolder(user))
  if (beyond.length > 0)
    throw new ContentError(
      'FORBIDDEN',
      `This account has ${formatList(beyond)}, which your credential does not have. To change its address, status or second factor, use a credential that has these permissions.`,
    )
}

/** Whether scopes leave the credential less than its user may do. */
export const isNarrowed = ({ caller, policy }: Granting): boolean => {
  const { restrictedTo, ...unrestricted } = caller
  return restrictedTo !== undefined && findExcess(policy, [caller], unrestricted).length > 0
}

/**
 * Nobody writes the account of somebody who may do more than they do, whatever the credential in use leaves of that.
 * @throws FORBIDDEN naming permissions.
 */
export const keepFromStronger = ({ caller, policy }: Granting, user: Rights & Pick<User, 'id'>): void => {
  if (user.id === caller.id) return
  const { restrictedTo: _, ...unrestricted } = caller
  const beyond = findExcess(policy, [unrestricted, toHolder(READER)], toHolder(user))
  if (beyond.length > 0)
    throw new ContentError(
      'FORBIDDEN',
      `This account has ${formatList(beyond)}, which you do not have. You cannot change an account with more rights than yours.`,
    )
}
