import { requireUser } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { ArticleId } from '../rules/ids.ts'
import { findType } from '../model/types/find-type.ts'
import { refuseProblems, tellProblems } from '../records/check-record.ts'
import { keepVersion } from '../records/keeping.ts'
import type { ArticleEdit } from './article-store.ts'
import { Article, createNextArticle } from './article.ts'

/** C16.3: a deletion asks no check. */
const asksCheck = (current: Article, next: Article): boolean => next !== current && next.status !== 'DELETED'

/** The decided version, with the earlier text as a revision (C4.4). */
const createEdit = (context: Context, current: Article, decided: Article): ArticleEdit => {
  const type = findType(context.model, Article)
  const next = createNextArticle(current, decided, context.now())
  if (asksCheck(current, next)) refuseProblems(type, { record: next, previous: current })
  return { next, keeping: keepVersion(context) }
}

type Decide = (current: Article) => Article

/**
 * Runs `decide` on the locked row for a signed-in user. @throws UNAUTHENTICATED, NOT_FOUND; BAD_USER_INPUT for an article
 * that the check of a team refuses (C16.3).
 */
export const changeArticle = async (
  context: Context,
  id: ArticleId | null,
  decide: Decide,
): Promise<Article> => {
  requireUser(context)
  const change = (of: ArticleId) =>
    context.stores.articles.change(of, (current) => createEdit(context, current, decide(current)))
  const changed = id && (await tellProblems(context, findType(context.model, Article), () => change(id)))
  if (!changed) throw notFound('article')
  return changed
}
