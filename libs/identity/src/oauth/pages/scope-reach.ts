import type { Condition } from '@content-service/authz'
import { type User } from '@content-service/domain'
import { toCaller } from '@content-service/domain/internal/users'
import type { BuiltInPermission, ContentPolicy } from '@content-service/domain/internal/access'

/**
 * The records on which a person has a permission: all; exactly the person's own; some of the person's own; the person's own
 * and others; or those of another condition, which may leave out some of the person's own.
 */
export type Reach = 'all' | 'own' | 'someOwn' | 'ownAndOthers' | 'some'

/** Whether only records of the user fulfil the condition. The owner of a linked record owns that record alone. */
const isOwn = (condition: Condition, { id }: Pick<User, 'id'>): boolean => {
  if (condition.op === 'and') return condition.conditions.some((each) => isOwn(each, { id }))
  if (condition.op === 'or') return condition.conditions.every((each) => isOwn(each, { id }))
  return condition.op === 'eq' && condition.value === id
}

/** A deleted article is gone for its owner, so its absence makes no difference to "your own articles". */
const isDeleted = (condition: Condition): boolean =>
  condition.op === 'eq' && condition.attribute === 'status' && condition.value === 'DELETED'

/** Whether all records of the user fulfil the condition. If this is not certain, the page promises less. */
const includesOwn = (condition: Condition, user: Pick<User, 'id'>): boolean => {
  if (condition.op === 'and') return condition.conditions.every((each) => includesOwn(each, user))
  if (condition.op === 'or') return condition.conditions.some((each) => includesOwn(each, user))
  if (condition.op === 'not') return isDeleted(condition.condition)
  return isOwn(condition, user)
}

/** What a scope opens for the user under the policy (C7.5): a token of the user reaches no further. */
export const findReach = (user: User, scope: string, policy: ContentPolicy): Reach => {
  // The scopes of a model include the permissions of its declared types.
  const filter = policy.filter(toCaller(user), scope as BuiltInPermission)
  if (filter.kind === 'always') return 'all'
  if (filter.kind === 'never') return 'some'
  const includes = includesOwn(filter.where, user)
  if (isOwn(filter.where, user)) return includes ? 'own' : 'someOwn'
  return includes ? 'ownAndOthers' : 'some'
}
