import { where } from '@content-service/authz'
import { requireCredential } from '../access/access.ts'
import { demand, needs } from '../actions/requirement.ts'
import type { StoreContext } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import { parseArticleId, type ArticleId, type RevisionId } from '../rules/ids.ts'
import { declareList } from '../operations/read-operations.ts'
import { allOf, type Row, type Selection } from '../reading/reading.ts'
import { readOne } from '../visibility/visibility.ts'
import { READABLE } from './article-actions.ts'
import type { Revision } from './revision.ts'

const revision = where<Revision>()

/** C4.4: only a caller who may write the article may read its earlier versions. Returns the article's id. */
const requireWritableArticle = async (context: StoreContext, of: ArticleId | null): Promise<ArticleId> => {
  requireCredential(context)
  const article = of && (await context.stores.articles.get(of))
  if (article === null) throw notFound('article')
  demand(context, [READABLE, needs('articles:write')], article)
  return article.id
}

/** The earlier versions of an article, newest first. */
export const revisions = declareList({
  resource: 'articles',
  access: 'articles:write',
  from: 'revisions',
  filter: async (context, article) =>
    revision.articleId.eq(await requireWritableArticle(context, parseArticleId(article))),
})

/** An earlier version of an article. @throws NOT_FOUND. */
export const readRevision = async (
  context: StoreContext,
  { of, id }: { readonly of: ArticleId | null; readonly id: RevisionId | null },
  select: Selection,
): Promise<Row> => {
  const article = await requireWritableArticle(context, of)
  const condition = id && allOf(revision.id.eq(id), revision.articleId.eq(article))
  const row = condition && (await readOne(context, 'revisions', condition, select))
  if (row === null) throw notFound('revision')
  return row
}
