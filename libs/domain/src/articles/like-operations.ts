import { where } from '@content-service/authz'
import { requireUser } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { Context, StoreContext, Clock } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { LIKING } from './article-actions.ts'
import type { Like } from './like.ts'
import type { Article } from './article.ts'

const findLikeableArticle = async (context: StoreContext, id: ArticleId | null): Promise<Article> => {
  const article = id && (await context.stores.articles.get(id))
  if (article === null) throw notFound('article')
  demand(context, LIKING, article)
  return article
}

/** `likeArticle` (C4.6), idempotent. */
export const likeArticle = async (context: StoreContext & Clock, id: ArticleId | null): Promise<Article> => {
  const user = requireUser(context)
  const article = await findLikeableArticle(context, id)
  await context.stores.articles.like(article.id, user, context.now())
  return article
}

/** `unlikeArticle` (C4.6), idempotent. */
export const unlikeArticle = async (context: StoreContext, id: ArticleId | null): Promise<Article> => {
  const user = requireUser(context)
  const article = await findLikeableArticle(context, id)
  await context.stores.articles.unlike(article.id, user)
  return article
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
