import { may, mayOnAll, type PolicyContext } from '../access/access.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { CREDENTIAL, needs, type Requirement } from '../actions/requirement.ts'
import { ContentError, notFound } from '../rules/errors.ts'
import { createStrongerRefusal, isStronger } from './roles/role-grants.ts'
import { isGhost, type User } from './user.ts'

/** The fields of a user by which the rules of its actions decide. */
type ActedUser = Pick<User, 'id' | 'roles' | 'permissions' | 'deleted'>
type UserRequirement = Requirement<ActedUser>

const FIELDS: readonly (keyof ActedUser)[] = ['id', 'roles', 'permissions', 'deleted']

/** Whether the user exists and the caller may read the user. */
const mayReadUser = (context: PolicyContext, user: Pick<User, 'id'>): boolean =>
  may(context, 'users:read', user) || may(context, 'users:write', user)

const refuseGhost = (verb: 'change' | 'delete'): UserRequirement => ({
  holds: (_, user) => !isGhost(user),
  refuse: () => new ContentError('FORBIDDEN', `You cannot ${verb} the account ghost.`),
})

/** A caller cannot change or delete the account of a user with more rights. */
export const NOT_STRONGER: UserRequirement = {
  holds: (context, user) => !isStronger(context, user),
  refuse: createStrongerRefusal,
}

/** C3.5: whether a user exists for a caller who changes accounts. A soft-deleted one needs `users:write` on all users. */
export const mayReachUser = (context: PolicyContext, user: ActedUser): boolean =>
  (!user.deleted || mayOnAll(context, 'users:write')) && mayReadUser(context, user)

/** C3.5, C7.7: the first rules of each change of a user. */
export const CHANGING: readonly UserRequirement[] = [
  { holds: mayReachUser, refuse: () => notFound('user') },
  refuseGhost('change'),
  needs('users:write'),
]

const isReachable = (context: PolicyContext, user: ActedUser): boolean =>
  user.deleted
    ? mayOnAll(context, 'users:delete')
    : mayReadUser(context, user) || may(context, 'users:delete', user)

/** C3.5, C7.7: the rules of a hard delete. */
export const DELETING: readonly UserRequirement[] = [
  { holds: isReachable, refuse: () => notFound('user') },
  refuseGhost('delete'),
  needs('users:delete'),
  NOT_STRONGER,
]

/** C3.4: the field that says whether no other user is an active administrator. A read computes it. */
export const IS_LAST_ADMINISTRATOR = 'isLastAdministrator'

/** C12.8: the actions on a user. */
export const USER_ACTIONS: readonly RecordAction[] = sortActions([
  declareAction({
    word: 'update',
    rules: [CREDENTIAL, ...CHANGING, NOT_STRONGER],
    reads: FIELDS,
    operation: 'updateUser',
  }),
  declareAction({
    word: 'delete',
    rules: [CREDENTIAL, ...DELETING],
    reads: FIELDS,
    blockedBy: IS_LAST_ADMINISTRATOR,
    operation: 'deleteUser',
    input: {},
    status: 204,
  }),
])
