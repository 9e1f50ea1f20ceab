import { accept } from '../../rules/accept.ts'
import type { StoreContext, Clock } from '../../context/context.ts'
import { ContentError } from '../../rules/errors.ts'
import { findType } from '../../model/types/find-type.ts'
import type { NewOf } from '../../model/types/record-values.ts'
import type { UserRole } from '../../access/role-names.ts'
import { newUser, newUserRules, User, type NewUser } from '../user.ts'
import { deriveUsernames } from './username-from-email.ts'

/** A new user of REST: without a password, and without a choice of the username (C3.3). */
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
 * Stores a new user under the first free username. Another request may take the username between the look-up and the
 * insert: then the operation tries the next free username. Each lost attempt means that another request has stored a
 * user.
 */
export const addUnderFreeUsername = async <Added>(
  context: StoreContext & Clock,
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
