import {
  ContentError,
  findHighestRole,
  isAnonymous,
  NEWEST,
  type Context,
  type Row,
} from '@content-service/domain'
import { where } from '@content-service/authz'
import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

/** Private fields come as null to those they are not for (C3.7); where the type has no null, that is a refusal. */
const requirePrivate =
  (name: 'status' | 'preferences') =>
  (row: Row, context: Context): unknown => {
    if (row[name] !== null) return row[name]
    throw isAnonymous(context)
      ? new ContentError('UNAUTHENTICATED', `${name} is private. Sign in first.`)
      : new ContentError('FORBIDDEN', `${name} is private. You need the permission users:read.`)
  }

export const USER: TypePlan<'users'> = {
  from: 'users',
  fields: {
    id: own('id'),
    username: own('username'),
    name: own('name'),
    email: own('email'),
    pendingEmail: own('pendingEmail'),
    role: {
      reads: ['roles'],
      show: (row, { policy }) => findHighestRole(policy, row['roles'] as readonly string[]),
    },
    roles: own('roles'),
    permissions: own('permissions'),
    profile: own('profile'),
    bio: { reads: ['profile'], show: (row) => (row['profile'] as { bio: string | null }).bio },
    age: own('age'),
    status: { reads: ['status'], show: requirePrivate('status') },
    settings: own('settings'),
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
    version: own('version'),
    createdAt: time('createdAt'),
    updatedAt: time('updatedAt'),
  },
}
