import { where } from '@content-service/authz'
import type { Context } from '../context/context.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'

/** A user who likes an article (C4.6). */
export interface Like {
  readonly userId: UserId
  readonly articleId: ArticleId
  readonly createdAt: Date
}

/** The most likes that a list of ids contains. */
const MOST_LIKES = 10_000

/** The ids of the articles that a user likes, the newest like first. The service shows to nobody who likes an article. */
export const listLikedIds = async (
  { stores }: Pick<Context, 'stores'>,
  user: UserId,
): Promise<readonly ArticleId[]> => {
  const rows = await stores.reader.find({
    from: 'likes',
    where: where<Like>().userId.eq(user),
    orderBy: [{ by: 'createdAt', direction: 'DESC' }],
    window: { limit: MOST_LIKES, offset: 0 },
    select: { fields: ['articleId'] },
  })
  return rows.map(({ articleId }) => articleId as ArticleId)
}
