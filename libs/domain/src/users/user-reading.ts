import { where, type Condition } from '@content-service/authz'
import type { ReadContext, ReaderContext } from '../visibility/read-context.ts'
import {
  authorize,
  authorizeOnAll,
  filterByPermission,
  mayOnAll,
  requireUser,
  requireCredential,
  type PolicyContext,
} from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import { parseUserId, type UserId } from '../rules/ids.ts'
import { contentRead } from '../model/operation.ts'
import { readById, type ListOperation, type ReadableRecords } from '../operations/read-operations.ts'
import { allOf, type ListInput, type Row, type Selection } from '../reading/reading.ts'
import { createOrder, type Sorting } from '../reading/sort-order.ts'
import { planVisible, planVisibleWithDeleted, readOne, type PlannedRead } from '../visibility/visibility.ts'
import { listParts, parseList } from '../visibility/lists/list-input.ts'
import { LISTED_USERS, filterVisibleUsers, NOTHING } from '../visibility/visible-rows.ts'
import type { UserRole } from '../access/role-names.ts'
import type { UserRow, UserStatus } from './user.ts'

const user = where<UserRow>()

/** C5.6: the fields by which a list of users can be sorted. */
export const USER_SORT_FIELDS = ['createdAt', 'username'] as const

/** The filters and the order of a list of users. */
export interface UserFilters extends Sorting, ListInput {
  readonly role?: UserRole | undefined
  readonly status?: UserStatus | undefined
  /** True: only soft-deleted users (C3.5), for holders of `users:read`. */
  readonly deleted?: boolean | undefined
}

const parseUserList = (context: Context, { role, status, where: given, orderBy, parts = [] }: UserFilters) =>
  parseList(context, context.model.typeNamed('User'), {
    where: given,
    orderBy,
    parts,
    short: listParts({ role: role && { role: { eq: role } }, status: status && { status: { eq: status } } }),
  })

/** C3.7: a filter by a private field would reveal the value that masking hides, so that it needs `users:read`. */
const authorizeFilters = (context: PolicyContext, list: UserFilters): void => {
  if (list.status !== undefined || list.deleted === true) authorizeOnAll(context, 'users:read')
}

/** Whether the list shows all users that any list shows. */
const showsAll = (
  context: PolicyContext,
  { role, status, deleted, where: given, parts = [] }: UserFilters,
): boolean =>
  [role, status, given ?? undefined, parts[0]].every((each) => each === undefined) &&
  deleted !== true &&
  mayOnAll(context, 'users:read')

const declareUserList = (filterAllowed: (context: Context) => Condition): ListOperation<UserFilters> => ({
  ...contentRead('users'),
  kind: 'list',
  access: 'anyone',
  from: 'users',
  list: (context, list) => {
    const {
      sortBy: _by,
      direction: _direction,
      where: given,
      orderBy: _orderBy,
      parts = [],
      ...filters
    } = list
    const allowed = filterAllowed(context)
    authorizeFilters(context, list)
    const parsed = parseUserList(context, list)
    return {
      name: `users ${JSON.stringify(filters)}`,
      filter: { where: given, parts },
      where: allOf(list.deleted === true ? user.deleted.eq(true) : LISTED_USERS, parsed.where, allowed),
      orderBy: parsed.orderBy ?? createOrder(USER_SORT_FIELDS, list),
      cost: parsed.cost,
      ...(showsAll(context, list) && { keptCount: 'listed users' as const }),
      // Only a filter that names the soft-deleted users finds them; they appear as themselves then (C3.5).
      ...(list.deleted === true && { plan: planVisibleWithDeleted }),
    }
  },
})

/** `users` and `usersConnection`: the public profiles and the users that `users:read` allows (C5.3, C7.9), newest first. */
export const profileList = declareUserList(filterVisibleUsers)

/** REST's list (C6.2): the users that `users:read` allows. */
export const userRecordList = declareUserList((context) => {
  requireCredential(context)
  return filterByPermission(context, 'users:read') ?? NOTHING
})

const IS_THERE: Condition = user.deleted.eq(false)

const filterUndeleted = (id: UserId) => allOf(user.id.eq(id), IS_THERE)

/** `user(id)`: a profile that the caller may see (C7.9). */
export const profileRead = {
  parseId: parseUserId,
  readable: (context: PolicyContext, select: Selection): ReadableRecords => ({
    from: 'users',
    where: allOf(IS_THERE, filterVisibleUsers(context)),
    select,
  }),
}

/** The profile of `user(id)`; null if the caller may see no such profile. */
export const readProfile = (context: Context, id: UserId | null, select: Selection): Promise<Row | null> =>
  readById(context, profileRead, id, select)

/** REST's user: the caller needs `users:read` on the user (C6.2). */
export const userRecordRead = {
  word: 'user',
  parseId: parseUserId,
  readable: (context: PolicyContext, select: Selection): ReadableRecords => {
    requireCredential(context)
    const allowed = filterByPermission(context, 'users:read') ?? NOTHING
    return { from: 'users', where: allOf(IS_THERE, allowed), select }
  },
}

/** Plans the read of `currentUser`; there is none for an anonymous caller. */
export const planCurrentUser = (context: ReadContext, select: Selection): PlannedRead =>
  planVisible(context, {
    from: 'users',
    where: context.caller.id === null ? NOTHING : filterUndeleted(context.caller.id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select,
  })

/** The caller's own account with its private fields (C3.7). @throws UNAUTHENTICATED, FORBIDDEN. */
export const readOwnAccount = async (context: ReaderContext, select: Selection): Promise<Row> => {
  const id = requireUser(context)
  authorize(context, 'users:read', { id })
  const row = await readOne(context, 'users', filterUndeleted(id), select)
  if (row === null) throw notFound('user')
  return row
}
