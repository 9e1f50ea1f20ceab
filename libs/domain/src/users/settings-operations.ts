import { authorizeTakingPart, signedIn } from '../access.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import { preferences, settings, type Change, type Preferences, type UserSettings } from './settings.ts'
import { revised, type User } from './user.ts'

const changeOwn = async (
  context: Context,
  precondition: Precondition<User>,
  decide: (current: User) => User,
): Promise<User> => {
  const id = signedIn(context)
  authorizeTakingPart(context)
  const changed = await context.stores.users.change(id, (current) => {
    precondition(current)
    return revised(current, decide(current), context.now())
  })
  if (changed === null)
    throw new ContentError('UNAUTHENTICATED', 'The account of this credential is deleted.')
  return changed
}

/** `updateSettings` (C3.8): one's own; what is not given stays. */
export const updateSettings = async (
  context: Context,
  change: Change<UserSettings>,
  precondition: Precondition<User> = unconditional,
): Promise<UserSettings> => {
  const decide = (current: User): User => ({ ...current, settings: settings(change, current.settings) })
  return (await changeOwn(context, precondition, decide)).settings
}

/** `updatePreferences` (C3.8): one's own; what is not given stays. */
export const updatePreferences = async (
  context: Context,
  change: Change<Preferences>,
  precondition: Precondition<User> = unconditional,
): Promise<Preferences> => {
  const decide = (current: User): User => ({
    ...current,
    preferences: preferences(change, current.preferences),
  })
  return (await changeOwn(context, precondition, decide)).preferences
}
