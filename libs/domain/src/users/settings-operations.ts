import { authorizeTakingPart, signedIn } from '../access.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { preferences, settings, type Change, type Preferences, type UserSettings } from './settings.ts'
import { revised, type User } from './user.ts'

const changeOwn = async (context: Context, decide: (current: User) => User): Promise<User> => {
  const id = signedIn(context)
  authorizeTakingPart(context)
  const changed = await context.stores.users.change(id, (current) =>
    revised(current, decide(current), context.now()),
  )
  if (changed === null)
    throw new ContentError('UNAUTHENTICATED', 'The account of this credential has been deleted.')
  return changed
}

/** `updateSettings` (C3.8): one's own; what is not given stays. */
export const updateSettings = async (context: Context, change: Change<UserSettings>): Promise<UserSettings> =>
  (await changeOwn(context, (current) => ({ ...current, settings: settings(change, current.settings) })))
    .settings

/** `updatePreferences` (C3.8): one's own; what is not given stays. */
export const updatePreferences = async (
  context: Context,
  change: Change<Preferences>,
): Promise<Preferences> =>
  (
    await changeOwn(context, (current) => ({
      ...current,
      preferences: preferences(change, current.preferences),
    }))
  ).preferences
