import { or, where, type Condition } from '@content-service/authz'
import { type PolicyContext, filterByPermission, mayOnAll } from '../access/access.ts'
import type { Collection } from '../model/collections.ts'
import { isRevisionType } from '../model/revisions/revision-type.ts'
import { GHOST_ID, type UserId } from '../rules/ids.ts'
import { allOf } from '../reading/reading.ts'
import { writeForIndexes } from './indexed-rights.ts'
import type { ModelContext } from './read-context.ts'

const user = where<{ id: UserId; deleted: boolean; isPublic: boolean }>()
const record = where<{ status: string }>()

export const NOTHING: Condition = or()

/** C3.5: no list and no search shows the ghost or a soft-deleted user. */
export const LISTED_USERS: Condition = allOf(user.deleted.eq(false), user.id.ne(GHOST_ID))

export const filterById = (id: UserId): Condition => user.id.eq(id)

/** C7.9: the users whose profile the caller may see: public profiles, and profiles that `users:read` opens. */
export const filterVisibleUsers = (context: PolicyContext): Condition =>
  mayOnAll(context, 'users:read')
    ? allOf()
    : or(user.isPublic.eq(true), filterByPermission(context, 'users:read') ?? NOTHING)

/** C7.9: whether everybody may see a part of each record of the collection. */
export const hasProfile = ({ model }: Pick<ModelContext, 'model'>, of: Collection): boolean =>
  model.typeOf(of)?.custom?.hasProfile === true

/** The rows of a collection that the caller may read by id. */
export const filterReadable = (context: ModelContext, of: Collection): Condition => {
  const permission = context.model.readPermission(of)
  const allowed = permission && filterByPermission(context, permission)
  const type = context.model.typeOf(of)
  if (!allowed) return NOTHING
  return type ? writeForIndexes(context.model, type, allowed) : allowed
}

/** Whether the caller may read all rows of a collection by id, so that only a missing one is hidden. */
export const readsAll = (context: ModelContext, of: Collection): boolean => {
  const permission = context.model.readPermission(of)
  return permission !== null && mayOnAll(context, permission)
}

/**
 * C14.2: the records that a link shows to the caller. A link to a user shows the public profile (C7.9) of everybody
 * whose account is not deleted.
 */
export const filterLinked = (context: ModelContext, to: Collection): Condition =>
  hasProfile(context, to) ? LISTED_USERS : filterReadable(context, to)

/** C4.5: the rows of a collection that a list shows to the caller: DELETED articles only if its filter names the state. */
export const filterListed = (context: ModelContext, of: Collection): Condition => {
  // Their relation is null unless the caller may write the record.
  if (isRevisionType(context.model.typeOf(of))) return allOf()
  if (hasProfile(context, of)) return allOf(LISTED_USERS, filterVisibleUsers(context))
  const trash = context.model.typeOf(of)?.custom?.trash
  const readable = filterReadable(context, of)
  return trash ? allOf(record.status.ne(trash.status), readable) : readable
}

/** C14.2: the records that a list of links shows to the caller: of users, everybody whose account is not deleted. */
export const filterMembers = (context: ModelContext, to: Collection): Condition =>
  hasProfile(context, to) ? LISTED_USERS : filterListed(context, to)
