import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { USER_ROLES, type UserRole } from './user.ts'

const rank = (role: string): number => USER_ROLES.findIndex((known) => known === role)
const highestRole = (context: Context): number => Math.max(...context.caller.roles.map(rank))

/** C3.4: nobody grants a role above their own, nor writes the account of somebody who stands above them. */
export const keepBelowOwnRole = (context: Context, role: UserRole): void => {
  if (rank(role) > highestRole(context))
    throw new ContentError('FORBIDDEN', `This concerns the role ${role}, which is above your own.`)
}
