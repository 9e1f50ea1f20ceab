import { requireUser } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { findType } from '../model/find-type.ts'
import type { ArticleEdit } from './article-store.ts'
import { Article, createNextArticle, hasDifferentText } from './article.ts'
import { createRevision } from './revision.ts'

/** The decided version, with the earlier text as a revision (C4.4). */
const createEdit = (context: Context, editor: UserId, current: Article, decided: Article): ArticleEdit => {
  const next = createNextArticle(current, decided, context.now())
  return hasDifferentText(current, next, findType(context.model, Article))
    ? {
        next,
        revision: createRevision(current, context.stores.articles.nextRevisionId(), editor, context.now()),
        mostRevisions: context.settings.maxRevisions,
      }
    : { next }
}

type Decide = (current: Article) => Article

/** Runs `decide` on the locked row for a signed-in user. @throws UNAUTHENTICATED, NOT_FOUND. */
export const changeArticle = async (
  context: Context,
  id: ArticleId | null,
  decide: Decide,
): Promise<Article> => {
  const editor = requireUser(context)
  const changed =
    id &&
    (await context.stores.articles.change(id, (current) =>
      createEdit(context, editor, current, decide(current)),
    ))
  if (!changed) throw notFound('article')
  return changed
}
