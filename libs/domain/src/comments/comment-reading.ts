import { where } from '@content-service/authz'
import { Article } from '../articles/article.ts'
import { notFound } from '../rules/errors.ts'
import { parseArticleId } from '../rules/ids.ts'
import { contentRead } from '../model/operation.ts'
import type { ListOperation } from '../operations/read-operations.ts'
import { allOf, type Order } from '../reading/reading.ts'
import { readRecord } from '../records/record-reading.ts'
import { filterListed } from '../visibility/visible-rows.ts'
import type { CommentOnArticle } from './comment.ts'

const comment = where<CommentOnArticle>()

/** C5.5: lists show the oldest comments first. */
export const OLDEST: readonly Order[] = [
  { by: 'createdAt', direction: 'ASC' },
  { by: 'id', direction: 'ASC' },
]

/** The comments on an article that the caller may read. @throws NOT_FOUND if the caller may not read the article. */
export const commentList: ListOperation<{ readonly id: string }> = {
  ...contentRead('comments'),
  kind: 'list',
  access: 'anyone',
  from: 'comments',
  list: async (context, { id }) => {
    const article = parseArticleId(id)
    if (article === null || !(await readRecord(context, Article, article, { fields: ['id'] })))
      throw notFound('article')
    const condition = allOf(comment.articleId.eq(article), filterListed(context, 'comments'))
    return { where: condition, orderBy: OLDEST }
  },
}
