import { where } from '@content-service/authz'
import type { ReaderContext } from '../visibility/read-context.ts'
import { authorizeTakingPart, requireUser } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { ContentError, notFound } from '../rules/errors.ts'
import { GHOST_ID, parseUserId, type UserId } from '../rules/ids.ts'
import { actOnRecord } from '../operations/run-operation.ts'
import type { Follow } from './follow.ts'
import { readProfile } from './user-reading.ts'

/** C7.8: whether the caller may see the profile. A caller cannot follow a user whose profile they may not see. */
const isFollowable = async (context: Context, id: UserId): Promise<boolean> =>
  id !== GHOST_ID && (await readProfile(context, id, { fields: ['id'] })) !== null

/** `followUser` (C3.8), idempotent. Returns the user's id. */
export const followUser = async (context: Context, id: UserId | null): Promise<UserId> => {
  const follower = requireUser(context)
  if (id === null || !(await isFollowable(context, id))) throw notFound('user')
  authorizeTakingPart(context)
  if (id === follower) throw new ContentError('CONFLICT', 'You cannot follow yourself.')
  await context.stores.users.follow(follower, id, context.now())
  return id
}

/** `unfollowUser` (C3.8), idempotent; also of a user without a public profile. Returns the user's id. */
export const unfollowUser = async (context: Context, id: UserId | null): Promise<UserId> => {
  const follower = requireUser(context)
  const changed = id !== null && (await context.stores.users.unfollow(follower, id))
  if (id === null || !(changed || (await isFollowable(context, id)))) throw notFound('user')
  return id
}

/** The most pairs that a list of ids contains. */
const MOST_PAIRS = 10_000

/** The ids of the users whom the caller follows, for a list of their records. */
export const listFollowedIds = async (context: ReaderContext): Promise<readonly UserId[]> => {
  const rows = await context.stores.reader.find({
    from: 'follows',
    where: where<Follow>().followerId.eq(requireUser(context)),
    orderBy: [{ by: 'createdAt', direction: 'DESC' }],
    window: { limit: MOST_PAIRS, offset: 0 },
    select: { fields: ['followedId'] },
  })
  return rows.map(({ followedId }) => followedId as UserId)
}

const declared = { resource: 'users', access: 'signed in', shows: { permission: 'users:read' } } as const

export const followOperations = {
  followUser: actOnRecord(
    parseUserId,
    async (context, id) => ({ id: await followUser(context, id) }),
    declared,
  ),
  unfollowUser: actOnRecord(
    parseUserId,
    async (context, id) => ({ id: await unfollowUser(context, id) }),
    declared,
  ),
} as const
