import { where } from '@content-service/authz'
import { Article } from '../articles/article.ts'
import { notFound } from '../rules/errors.ts'
import { parseArticleId } from '../rules/ids.ts'
import { contentRead } from '../model/operation.ts'
import type { ListOperation } from '../operations/read-operations.ts'
import { allOf, NEWEST, type ListInput, type Order } from '../reading/reading.ts'
import { readRecord } from '../records/record-reading.ts'
import type { ReaderContext } from '../visibility/read-context.ts'
import { parseList } from '../visibility/lists/list-input.ts'
import { filterListed } from '../visibility/visible-rows.ts'
import type { CommentOnArticle } from './comment.ts'

const comment = where<CommentOnArticle>()

/** C5.5: lists show the oldest comments first. */
export const OLDEST: readonly Order[] = [
  { by: 'createdAt', direction: 'ASC' },
  { by: 'id', direction: 'ASC' },
]

/** The filters of a list of comments. */
export interface CommentFilters extends ListInput {
  /** The id of an article; absent for the comments on all articles. */
  readonly id?: string | undefined
}

const filterByArticle = async (context: ReaderContext, id: string) => {
  const article = parseArticleId(id)
  if (article === null || !(await readRecord(context, Article, article, { fields: ['id'] })))
    throw notFound('article')
  return comment.articleId.eq(article)
}

/**
 * The comments that the caller may read, newest first; the comments on an article oldest first.
 * @throws NOT_FOUND if the caller may not read the article.
 */
export const commentList: ListOperation<CommentFilters> = {
  ...contentRead('comments'),
  kind: 'list',
  access: 'anyone',
  from: 'comments',
  list: async (context, { id, where: given, orderBy, parts = [] }) => {
    const isNested = id !== undefined
    const parsed = parseList(context, context.model.typeNamed('Comment'), {
      where: given,
      orderBy,
      parts,
      isNested,
    })
    const ofArticle = id === undefined ? null : await filterByArticle(context, id)
    return {
      name: `comments ${id ?? ''}`,
      filter: { where: given, parts },
      where: allOf(ofArticle, filterListed(context, 'comments'), parsed.where),
      orderBy: parsed.orderBy ?? (isNested ? OLDEST : NEWEST),
      cost: parsed.cost,
    }
  },
}
