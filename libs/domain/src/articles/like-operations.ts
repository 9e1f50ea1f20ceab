import { where } from '@content-service/authz'
import type { Clock, Context, StoreContext } from '../context/context.ts'
import { likeRecord, unlikeRecord } from '../records/likes/like-operations.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { LIKING } from './article-actions.ts'
import { Article } from './article.ts'

/** A user who likes an article (C4.6). */
export interface Like {
  readonly userId: UserId
  readonly articleId: ArticleId
  readonly createdAt: Date
}

/** `likeArticle` (C4.6), idempotent. */
export const likeArticle = (context: StoreContext & Clock, id: ArticleId | null): Promise<Article> =>
  likeRecord(context, Article, { id, requirements: LIKING })

/** `unlikeArticle` (C4.6), idempotent. */
export const unlikeArticle = (context: StoreContext, id: ArticleId | null): Promise<Article> =>
  unlikeRecord(context, Article, { id, requirements: LIKING })

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
