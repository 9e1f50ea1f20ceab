import type { Condition } from '@content-service/authz'
import { toCaller, type BuiltInPermission, type ContentPolicy, type User } from '@content-service/domain'

/** The records on which a person has a permission: all, the person's own, or those of another condition. */
export type Reach = 'all' | 'own' | 'some'

/** A fact of a comment that names the owner of another record. */
const OF_OTHERS = 'articleOwnerId'

/** Whether only records of the user fulfil the condition. */
const isOwn = (condition: Condition, { id }: Pick<User, 'id'>): boolean => {
  if (condition.op === 'and') return condition.conditions.some((each) => isOwn(each, { id }))
  if (condition.op === 'or') return condition.conditions.every((each) => isOwn(each, { id }))
  return condition.op === 'eq' && condition.attribute !== OF_OTHERS && condition.value === id
}

/** What a scope opens for the user under the policy (C7.5): a token of the user reaches no further. */
export const findReach = (user: User, scope: string, policy: ContentPolicy): Reach => {
  // The scopes of a model include the permissions of its declared types.
  const filter = policy.filter(toCaller(user), scope as BuiltInPermission)
  if (filter.kind === 'always') return 'all'
  return filter.kind === 'when' && isOwn(filter.where, user) ? 'own' : 'some'
}
