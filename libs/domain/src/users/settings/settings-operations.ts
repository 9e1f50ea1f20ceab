import { authorizeTakingPart, requireUser } from '../../access/access.ts'
import type { StoreContext, Clock } from '../../context/context.ts'
import { ContentError } from '../../rules/errors.ts'
import { changeGroup } from '../../model/fields/merge-change.ts'
import type { GroupField, MemberChanges } from '../../model/fields/part-fields.ts'
import { takeInput } from '../../operations/run-operation.ts'
import { unconditional, type Precondition } from '../../context/precondition.ts'
import { createNextUser, User } from '../user.ts'

type Part = 'settings' | 'preferences'

/** C3.8: changes a part of the caller's own account; members that the change does not name keep their values. */
const createUpdate =
  <Name extends Part>(part: Name) =>
  async (
    context: StoreContext & Clock,
    change: MemberChanges<(typeof User.fields)[Name]['members']>,
    precondition: Precondition<User> = unconditional,
  ): Promise<User> => {
    const id = requireUser(context)
    authorizeTakingPart(context)
    const changed = await context.stores.users.change(id, (current) => {
      precondition(current)
      // The part of a user with this name has the values of the field with this name.
      const field: GroupField = User.fields[part] as never
      const next = changeGroup(field, change, current[part])
      return createNextUser(current, { ...current, [part]: next }, context.now())
    })
    if (changed === null)
      throw new ContentError('UNAUTHENTICATED', 'The account of this credential is deleted.')
    return changed
  }

export const updateSettings = createUpdate('settings')
export const updatePreferences = createUpdate('preferences')

const declare = (part: Part) =>
  ({
    resource: 'users',
    access: 'users:write',
    isChange: true,
    isConditional: true,
    rules: () => User.fields[part].rules,
    shows: { permission: 'users:read' },
  }) as const

export const settingsOperations = {
  updateSettings: takeInput(updateSettings, declare('settings')),
  updatePreferences: takeInput(updatePreferences, declare('preferences')),
} as const
