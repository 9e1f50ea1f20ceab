import { where } from '@content-service/authz'
import type { Context } from '../context.ts'
import { Article } from '../articles/article.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import { notFound } from '../errors.ts'
import type { ArticleId } from '../ids.ts'
import type { Window } from '../page.ts'
import { allOf, type Order, type Records, type Selection } from '../reading.ts'
import { readRecord } from '../model/record-reading.ts'
import { filterListed } from '../visible-rows.ts'

const comment = where<Records['comments']>()

/** C5.5: comments are read oldest first. */
export const OLDEST: readonly Order[] = [
  { by: 'createdAt', direction: 'ASC' },
  { by: 'id', direction: 'ASC' },
]

export interface CommentList {
  readonly on: ArticleId | null
  readonly window: Window
}

/** The comments of an article that the caller may read, and how many there are, counted no further than `atMost`. */
export const listCountedComments = async (
  context: Context,
  { on, window }: CommentList,
  select: Selection,
  atMost: number,
): Promise<CountedRows> => {
  if (on === null || !(await readRecord(context, Article, on, { fields: ['id'] }))) throw notFound('article')
  const condition = allOf(comment.articleId.eq(on), filterListed(context, 'comments'))
  return readCounted(context, { from: 'comments', where: condition, orderBy: OLDEST, window, select }, atMost)
}
