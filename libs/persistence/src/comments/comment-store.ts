import type {
  ArticleId,
  ArticleStatus,
  Comment,
  CommentId,
  CommentOnArticle,
  CommentStore,
} from '@content-service/domain'
import { LockMode } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { ArticleEntity } from '../articles/article.entity.ts'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { SqlStore } from '../sql-store.ts'
import { CommentEntity, type CommentRow } from './comment.entity.ts'

const onArticle = async (em: SqlEntityManager, comment: CommentRow): Promise<CommentOnArticle> => {
  const article = await em.findOneOrFail(
    ArticleEntity,
    { id: comment.articleId },
    { fields: ['ownerId', 'status'] },
  )
  return { ...comment, articleOwnerId: article.ownerId, articleStatus: article.status }
}

const withoutArticle = ({
  articleOwnerId: _owner,
  articleStatus: _status,
  ...comment
}: CommentOnArticle): Comment => comment

export class SqlCommentStore extends SqlStore implements CommentStore {
  nextId(): CommentId {
    return uuidv7() as CommentId
  }

  async add(
    comment: Comment,
    decide: (article: { readonly id: ArticleId; readonly status: ArticleStatus }) => void,
  ): Promise<CommentOnArticle | null> {
    const [change] = await this.session.change<CommentOnArticle>('comments', async (em) => {
      const article = await em.findOne(
        ArticleEntity,
        { id: comment.articleId },
        // Shared: comments do not wait for each other, only for whoever changes the article.
        { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id', 'ownerId', 'status'] },
      )
      if (article === null) return []
      decide(article)
      await em.insert(CommentEntity, { ...comment })
      const after = { ...comment, articleOwnerId: article.ownerId, articleStatus: article.status }
      return [{ before: null, after }]
    })
    return change?.after ?? null
  }

  get(id: CommentId): Promise<CommentOnArticle | null> {
    return this.session.run(async (em) => {
      const row = await em.findOne(CommentEntity, { id })
      return row && onArticle(em, row)
    })
  }

  async change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null> {
    const [change] = await this.session.change<CommentOnArticle>('comments', async (em) => {
      const row = await em.findOne(CommentEntity, { id }, FOR_UPDATE)
      if (row === null) return []
      const before = await onArticle(em, row)
      const after = decide(before)
      assignChanged<CommentRow>(row, withoutArticle(after))
      return [{ before, after }]
    })
    return change?.after ?? null
  }

  async remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean> {
    const removed = await this.session.change<CommentOnArticle>('comments', async (em) => {
      const row = await em.findOne(CommentEntity, { id }, FOR_UPDATE)
      if (row === null) return []
      const before = await onArticle(em, row)
      decide(before)
      em.remove(row)
      return [{ before, after: null }]
    })
    return removed.length > 0
  }
}
