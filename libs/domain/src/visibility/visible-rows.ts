import { or, where, type Condition } from '@content-service/authz'
import { type PolicyContext, filterByPermission, mayOnAll } from '../access/access.ts'
import type { Collection } from '../model/collections.ts'
import { filterKept, filterTrash, hidesTrash } from '../model/trash/trash.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { isKeptType } from '../model/kept/kept-type.ts'
import { GHOST_ID, type UserId } from '../rules/ids.ts'
import { allOf } from '../reading/reading.ts'
import { writeForIndexes } from './indexed-rights.ts'
import type { ModelContext } from './read-context.ts'
import { filterOwnDrafts, isDraftType } from './shown-drafts.ts'

const user = where<{ id: UserId; deleted: boolean; isPublic: boolean }>()

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

/** The rows that the permission to read opens, in the trash too. */
const filterAllowed = (context: ModelContext, of: Collection): Condition => {
  const permission = context.model.readPermission(of)
  const allowed = permission && filterByPermission(context, permission)
  const type = context.model.typeOf(of)
  if (isDraftType(type)) return filterOwnDrafts(context) ?? NOTHING
  if (!allowed) return NOTHING
  return type ? writeForIndexes(context.model, type, allowed) : allowed
}

/** C17.4: the type of the rows, if its trash is hidden. */
const findHidingType = ({ model }: Pick<ModelContext, 'model'>, of: Collection): RecordType | undefined => {
  const type = model.typeOf(of)
  return type && hidesTrash(type) ? type : undefined
}

/** The rows of a collection that the caller may read by id; in a hidden trash those that the caller may delete (C17.4). */
export const filterReadable = (context: ModelContext, of: Collection): Condition => {
  const allowed = filterAllowed(context, of)
  const type = findHidingType(context, of)
  if (type === undefined || mayOnAll(context, type.permissions.delete)) return allowed
  const deletable = filterByPermission(context, type.permissions.delete)
  const kept = filterKept(type)
  return allOf(deletable ? or(kept, deletable) : kept, allowed)
}

/** The rows that the caller may read otherwise than by their ids: a hidden trash has none of them (C17.4). */
export const filterFound = (context: ModelContext, of: Collection): Condition => {
  const type = findHidingType(context, of)
  return type ? allOf(filterKept(type), filterAllowed(context, of)) : filterReadable(context, of)
}

/** C4.5, C17.4: the rows of a list whose filter names the trash. */
export const filterWithTrash = (context: ModelContext, of: Collection): Condition => {
  const type = findHidingType(context, of)
  if (type === undefined) return filterReadable(context, of)
  return allOf(
    filterTrash(type),
    filterAllowed(context, of),
    filterByPermission(context, type.permissions.delete) ?? NOTHING,
  )
}

/** Whether links show all rows of a collection to the caller, so that only a missing one is hidden. */
export const readsAll = (context: ModelContext, of: Collection): boolean => {
  const permission = context.model.readPermission(of)
  return permission !== null && !findHidingType(context, of) && mayOnAll(context, permission)
}

/**
 * C14.2: the records that a link shows to the caller. A link to a user shows the public profile (C7.9) of everybody
 * whose account is not deleted.
 */
export const filterLinked = (context: ModelContext, to: Collection): Condition =>
  hasProfile(context, to) ? LISTED_USERS : filterFound(context, to)

/** C4.5, C17.4: the rows of a collection that a list shows to the caller, unless its filter names the trash. */
export const filterListed = (context: ModelContext, of: Collection): Condition => {
  const type = context.model.typeOf(of)
  // The relation to revisions is null unless the caller may write the record.
  if (isKeptType(type)) return isDraftType(type) ? filterAllowed(context, of) : allOf()
  if (hasProfile(context, of)) return allOf(LISTED_USERS, filterVisibleUsers(context))
  return type ? allOf(filterKept(type), filterAllowed(context, of)) : filterAllowed(context, of)
}

/** C14.2: the records that a list of links shows to the caller: of users, everybody whose account is not deleted. */
export const filterMembers = (context: ModelContext, to: Collection): Condition =>
  hasProfile(context, to) ? LISTED_USERS : filterListed(context, to)
