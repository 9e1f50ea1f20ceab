import { accept } from '../accept.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { findType } from '../model/find-type.ts'
import type { NewOf } from '../model/record-type.ts'
import type { UserRole } from './role-names.ts'
import { newUser, newUserRules, User, type NewUser } from './user.ts'
import { deriveUsernames } from './username-from-email.ts'

/** A user as REST makes one: without a password, and with no say over the username (C3.3). */
export type NewRecord = Omit<NewOf<typeof User>, 'username'>

/** A new user whose username the service chooses (C3.3). */
export interface Unnamed extends NewRecord {
  readonly role?: UserRole | undefined
}

const isUsernameTaken = (error: unknown): boolean =>
  error instanceof ContentError &&
  error.code === 'CONFLICT' &&
  error.problems.some(({ path }) => path.join() === 'username')

/**
 * Stores a new user under the first username that is free. Somebody may take it between the look and the insert:
 * then the next one is tried, and every turn that is lost has made another user.
 */
export const addUnderFreeUsername = async <Added>(
  context: Context,
  given: Unnamed,
  add: (user: NewUser) => Promise<Added>,
): Promise<Added> => {
  const type = findType(context.model, User)
  // Each member has passed the rule of its attribute.
  const accepted = accept(newUserRules(type), given) as Unnamed
  for (;;) {
    const username = await context.stores.users.freeUsername(deriveUsernames(accepted.email))
    try {
      return await add(newUser({ username, ...accepted }, context.now(), type))
    } catch (error) {
      if (!isUsernameTaken(error)) throw error
    }
  }
}
