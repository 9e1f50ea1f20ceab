import { authorizeOnAll, requireCredential } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { Context, StoreContext, Clock } from '../context/context.ts'
import { ContentError, notFound } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import type { NewMail } from '../mails/mail-store.ts'
import type { Precondition } from '../context/precondition.ts'
import { findType } from '../model/types/find-type.ts'
import { addUnderFreeUsername, type NewRecord } from './sign-up/derived-username.ts'
import { prepareOwnChange, proveOwner, settleEmail, type ProvenEmailChange } from './email-change.ts'
import { authorizeGrant, authorizeTakeover, type Rights } from './roles/role-grants.ts'
import { findHighestRole } from '../access/held-roles.ts'
import { throttleConflicts } from './sign-up/throttle-conflicts.ts'
import { CHANGING, NOT_STRONGER } from './user-actions.ts'
import type { UserFacts } from './user-store.ts'
import { changeRoles, changeUser, keepLastAdministrator, User, type UserChange } from './user.ts'

const FOR_ADMINISTRATORS = ['role', 'roles', 'status', 'permissions'] as const

/**
 * C7.7: roles and status need `users:write` on all users, even for the own account; extra permissions need an ADMIN.
 */
const authorizeChange = (context: Context, current: User, change: UserChange): void => {
  demand(context, CHANGING, current)
  if (FOR_ADMINISTRATORS.some((field) => change[field] !== undefined)) authorizeOnAll(context, 'users:write')
  if (change.permissions !== undefined && findHighestRole(context.policy, context.caller.roles) !== 'ADMIN')
    throw new ContentError('FORBIDDEN', 'Only an ADMIN can grant permissions.')
  demand(context, [NOT_STRONGER], current)
  if (changesAccess(current, change)) authorizeTakeover(context, current)
  authorizeGrant(context, changeRights(current, change), current)
}

/** Whether the change gives the account to another person, or opens or closes it (C12.4). */
const changesAccess = (current: User, { email, status }: UserChange): boolean =>
  (email !== undefined && email !== current.email) || (status !== undefined && status !== current.status)

const changeRights = (current: User, change: UserChange): Rights => ({
  roles: changeRoles(current.roles, change),
  permissions: change.permissions ?? current.permissions,
})

/** An update of a user by any interface. */
export interface UserUpdate extends UserChange {
  /** Proves that the caller is the user whose address changes (C12.4). It is checked and never stored. */
  readonly currentPassword?: string | null | undefined
}

const rewriteUser = ({ policy, now, model }: StoreContext & Clock, current: User, update: UserUpdate): User =>
  changeUser(current, update, { policy, now: now(), type: findType(model, User) })

interface Edit {
  readonly update: UserUpdate
  readonly precondition: Precondition<User>
  /** Refuses the change for the reasons of one operation, such as a duplicate member. */
  readonly refuse: (current: User, next: User, facts: UserFacts) => void
}

/**
 * C12.4: the caller's new address, after the proof of the owner; null if the update does not change the own address.
 */
const proveEmailChange = async (
  context: Context,
  id: UserId,
  { update, precondition }: Edit,
): Promise<ProvenEmailChange | null> => {
  if (id !== context.caller.id || typeof update.email !== 'string') return null
  const current = await context.stores.users.get(id)
  if (current === null || current.email === update.email) return null
  authorizeChange(context, current, update)
  precondition(current)
  const { email: newEmail } = rewriteUser(context, current, update)
  await proveOwner(context, current, update.currentPassword)
  return { owner: current, newEmail }
}

const storeEdit = async (
  context: Context,
  edit: Edit & { readonly id: UserId },
  proven: ProvenEmailChange | null,
): Promise<User | null> => {
  const own = proven && (await prepareOwnChange(context, proven))
  const sent: NewMail[] = []
  const decide = (current: User, facts: UserFacts): User => {
    authorizeChange(context, current, edit.update)
    edit.precondition(current)
    const changed = rewriteUser(context, current, edit.update)
    edit.refuse(current, changed, facts)
    const { next, mails } = settleEmail(context, { current, next: changed, own })
    sent.push(...mails)
    return next
  }
  return context.stores.withMails(sent).users.change(edit.id, decide, own?.code ?? undefined)
}

/** Changes a user. Only an update of the username or the address can reveal another account by a conflict. */
const editUser = async (context: Context, id: UserId, edit: Edit): Promise<User | null> => {
  // Before the throttle of conflicts, because a wrong password has a separate throttle.
  const proven = await proveEmailChange(context, id, edit)
  const store = () => storeEdit(context, { ...edit, id }, proven)
  const { username, email } = edit.update
  return username === undefined && email === undefined ? store() : throttleConflicts(context, store)
}

/** `updateUser` and REST's PATCH. @throws NOT_FOUND, FORBIDDEN, CONFLICT, BAD_USER_INPUT. */
export const updateUser = async (
  context: Context,
  id: UserId | null,
  update: UserUpdate,
  precondition: Precondition<User>,
): Promise<User> => {
  requireCredential(context)
  const refuse: Edit['refuse'] = (current, next, { isLastAdministrator }) =>
    keepLastAdministrator(current, next, isLastAdministrator)
  const updated = id && (await editUser(context, id, { update, precondition, refuse }))
  if (!updated) throw notFound('user')
  return updated
}

/** A complete user: the body of a PUT. */
export type Replacement = NewRecord & Pick<UserUpdate, 'currentPassword'>

const updateTo = ({ name, email, age = null, currentPassword }: Replacement): UserUpdate => ({
  name,
  email,
  age,
  currentPassword,
})

/** REST's PUT (C6.5): replaces a user, or creates the user if the id is free. A missing age clears the age. */
export const putUser = async (
  context: Context,
  id: UserId,
  given: Replacement,
  precondition: Precondition<User | null>,
): Promise<{ readonly user: User; readonly created: boolean }> => {
  authorizeOnAll(context, 'users:write')
  const replaced = await replaceUser(context, id, given, precondition)
  if (replaced) return { user: replaced, created: false }
  precondition(null)
  const added = await throttleConflicts(context, () =>
    addUnderFreeUsername(context, given, (user) => context.stores.users.addAt(id, user)),
  )
  if (added) return { user: added, created: true }
  // Another request has created the user in the meantime, so that the second attempt replaces it.
  const second = await replaceUser(context, id, given, precondition)
  if (second === null)
    throw new ContentError(
      'CONFLICT',
      'Another request creates or deletes this user at the same time. Try again.',
    )
  return { user: second, created: false }
}

const replaceUser = (
  context: Context,
  id: UserId,
  given: Replacement,
  precondition: Precondition<User>,
): Promise<User | null> =>
  editUser(context, id, { update: updateTo(given), precondition, refuse: refuseDeleted })

const refuseDeleted: Edit['refuse'] = ({ deleted }) => {
  if (deleted)
    throw new ContentError(
      'CONFLICT',
      'This user is deleted. Restore the user with PATCH {"deleted": false}.',
    )
}
