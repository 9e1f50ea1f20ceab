import { ContentError, type Context } from '@content-service/domain'
import { findHighestRole } from '@content-service/domain/internal/users'
import { isAnonymous } from '@content-service/domain/internal/access'
import { NEWEST } from '@content-service/domain/internal/reading'
import { where } from '@content-service/authz'
import { planValue, type TypePlan } from '../reading/plan.ts'

const planUser = planValue<'users'>()

/** C3.7: a caller without the right to a private field reads null; where the type has no null, the service refuses the field. */
const requireShown = (context: Context, name: string, value: unknown): unknown => {
  if (value !== null) return value
  throw isAnonymous(context)
    ? new ContentError('UNAUTHENTICATED', `${name} is private. Sign in first.`)
    : new ContentError('FORBIDDEN', `${name} is private. You need the permission users:read.`)
}

/** The fields of a user in addition to the declared fields. */
export const USER: TypePlan<'users'> = {
  from: 'users',
  fields: {
    role: planUser(['roles'], ({ roles }, { policy }) => findHighestRole(policy, roles)),
    bio: planUser(['profile'], ({ profile }) => profile.bio),
    status: planUser(['status'], ({ status }, context) => requireShown(context, 'status', status)),
    preferences: planUser(['preferences'], ({ preferences }, context) =>
      requireShown(context, 'preferences', preferences),
    ),
    articles: { relation: 'articles', type: 'Article', orderBy: NEWEST },
    articlesConnection: { relation: 'articles', type: 'Article', orderBy: NEWEST, isConnection: true },
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
