import { authorizeTakingPart, requireUser } from '../access.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import { takeInput } from '../operations/run-operation.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import {
  preferences,
  settings,
  SETTINGS,
  type Change,
  type Preferences,
  type UserSettings,
} from './settings.ts'
import { createNextUser, type User } from './user.ts'

const changeOwn = async (
  context: Context,
  precondition: Precondition<User>,
  decide: (current: User) => User,
): Promise<User> => {
  const id = requireUser(context)
  authorizeTakingPart(context)
  const changed = await context.stores.users.change(id, (current) => {
    precondition(current)
    return createNextUser(current, decide(current), context.now())
  })
  if (changed === null)
    throw new ContentError('UNAUTHENTICATED', 'The account of this credential is deleted.')
  return changed
}

/** `updateSettings` (C3.8): of the caller; a setting that is not given stays. */
export const updateSettings = (
  context: Context,
  change: Change<UserSettings>,
  precondition: Precondition<User> = unconditional,
): Promise<User> =>
  changeOwn(context, precondition, (current) => ({
    ...current,
    settings: settings(change, current.settings),
  }))

/** `updatePreferences` (C3.8): of the caller; a setting that is not given stays. */
export const updatePreferences = (
  context: Context,
  change: Change<Preferences>,
  precondition: Precondition<User> = unconditional,
): Promise<User> =>
  changeOwn(context, precondition, (current) => ({
    ...current,
    preferences: preferences(change, current.preferences),
  }))

const declared = {
  resource: 'users',
  access: 'users:write',
  isChange: true,
  isConditional: true,
  shows: { permission: 'users:read' },
} as const

export const settingsOperations = {
  updateSettings: takeInput(updateSettings, { ...declared, rules: () => SETTINGS.rules }),
  updatePreferences: takeInput(updatePreferences, declared),
} as const
