import {
  ContentError,
  findHighestRole,
  isAnonymous,
  NEWEST,
  type Context,
  type Row,
} from '@content-service/domain'
import { where } from '@content-service/authz'
import type { TypePlan } from '../reading/plan.ts'

/** Private fields come as null to those they are not for (C3.7); where the type has no null, that is a refusal. */
const requirePrivate =
  (name: 'status' | 'preferences') =>
  (row: Row, context: Context): unknown => {
    if (row[name] !== null) return row[name]
    throw isAnonymous(context)
      ? new ContentError('UNAUTHENTICATED', `${name} is private. Sign in first.`)
      : new ContentError('FORBIDDEN', `${name} is private. You need the permission users:read.`)
  }

/** The fields of a user beside the declared fields. */
export const USER: TypePlan<'users'> = {
  from: 'users',
  fields: {
    role: {
      reads: ['roles'],
      show: (row, { policy }) => findHighestRole(policy, row['roles'] as readonly string[]),
    },
    bio: { reads: ['profile'], show: (row) => (row['profile'] as { bio: string | null }).bio },
    status: { reads: ['status'], show: requirePrivate('status') },
    preferences: { reads: ['preferences'], show: requirePrivate('preferences') },
    articles: { relation: 'articles', type: 'Article', orderBy: NEWEST },
    posts: {
      relation: 'articles',
      type: 'Post',
      orderBy: NEWEST,
      where: where<{ status: string }>().status.eq('PUBLISHED'),
    },
    followers: { relation: 'followers', type: 'User', orderBy: NEWEST },
    following: { relation: 'following', type: 'User', orderBy: NEWEST },
  },
}
