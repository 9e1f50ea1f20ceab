import { where } from '@content-service/authz'
import { authorizeTakingPart, may, requireUser, type PolicyContext } from '../access/access.ts'
import type { Context, StoreContext, Clock } from '../context/context.ts'
import { ContentError, notFound } from '../rules/errors.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import type { Like } from './like.ts'
import type { Article } from './article.ts'

/** An article that the caller may not read is NOT_FOUND (C7.8). */
export const requireReadableArticle = <Facts extends Pick<Article, 'ownerId' | 'status'>>(
  context: PolicyContext,
  article: Facts | null,
): Facts => {
  if (article === null || !may(context, 'articles:read', article)) throw notFound('article')
  return article
}

/** C4.6: only a PUBLISHED article accepts likes and comments. */
export const refuseUnpublished = ({ status }: { readonly status: ArticleStatus }): void => {
  if (status !== 'PUBLISHED')
    throw new ContentError(
      'CONFLICT',
      `This article is ${status}. You can like and comment only PUBLISHED articles.`,
    )
}

const findLikeableArticle = async (context: StoreContext, id: ArticleId | null): Promise<Article> => {
  const article = requireReadableArticle(context, id && (await context.stores.articles.get(id)))
  authorizeTakingPart(context)
  refuseUnpublished(article)
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
