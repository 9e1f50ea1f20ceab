import { where } from '@content-service/authz'
import { authorize, requireCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import { notFound } from '../errors.ts'
import type { ArticleId, RevisionId } from '../ids.ts'
import type { Window } from '../page.ts'
import { allOf, NEWEST, type Records, type Row, type Selection } from '../reading.ts'
import { readOne } from '../visibility.ts'
import { requireReadableArticle } from './like-operations.ts'

const revision = where<Records['revisions']>()

/** C4.4: only a caller who may write the article reads its earlier versions. Returns the article's id. */
const requireWritableArticle = async (context: Context, of: ArticleId | null): Promise<ArticleId> => {
  requireCredential(context)
  const article = requireReadableArticle(context, of && (await context.stores.articles.get(of)))
  authorize(context, 'articles:write', article)
  return article.id
}

export interface RevisionList {
  readonly of: ArticleId | null
  readonly window: Window
}

/** The earlier versions of an article, newest first, and how many there are, counted no further than `atMost`. */
export const listCountedRevisions = async (
  context: Context,
  { of, window }: RevisionList,
  select: Selection,
  atMost: number,
): Promise<CountedRows> => {
  const condition = revision.articleId.eq(await requireWritableArticle(context, of))
  return readCounted(
    context,
    { from: 'revisions', where: condition, orderBy: NEWEST, window, select },
    atMost,
  )
}

/** One of them. @throws NOT_FOUND. */
export const readRevision = async (
  context: Context,
  { of, id }: { readonly of: ArticleId | null; readonly id: RevisionId | null },
  select: Selection,
): Promise<Row> => {
  const article = await requireWritableArticle(context, of)
  const condition = id && allOf(revision.id.eq(id), revision.articleId.eq(article))
  const row = condition && (await readOne(context, 'revisions', condition, select))
  if (row === null) throw notFound('revision')
  return row
}
