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
import { itsId, type StoreSession } from '../store-session.ts'
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

export class SqlCommentStore implements CommentStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): CommentId {
    return uuidv7() as CommentId
  }

  add(
    comment: Comment,
    decide: (article: { readonly id: ArticleId; readonly status: ArticleStatus }) => void,
  ): Promise<CommentOnArticle | null> {
    const work = async (em: SqlEntityManager): Promise<CommentOnArticle | null> => {
      const article = await em.findOne(
        ArticleEntity,
        { id: comment.articleId },
        // Shared: comments do not wait for each other, only for whoever changes the article.
        { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id', 'ownerId', 'status'] },
      )
      if (article === null) return null
      decide(article)
      await em.insert(CommentEntity, { ...comment })
      return { ...comment, articleOwnerId: article.ownerId, articleStatus: article.status }
    }
    return this.#session.write('comments', work, itsId)
  }

  get(id: CommentId): Promise<CommentOnArticle | null> {
    return this.#session.run(async (em) => {
      const row = await em.findOne(CommentEntity, { id })
      return row && onArticle(em, row)
    })
  }

  change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null> {
    const work = async (em: SqlEntityManager): Promise<CommentOnArticle | null> => {
      const row = await em.findOne(CommentEntity, { id }, FOR_UPDATE)
      if (row === null) return null
      const next = decide(await onArticle(em, row))
      assignChanged<CommentRow>(row, withoutArticle(next))
      return next
    }
    return this.#session.write('comments', work, itsId)
  }

  remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(CommentEntity, { id }, FOR_UPDATE)
      if (row === null) return false
      decide(await onArticle(em, row))
      em.remove(row)
      return true
    }
    return this.#session.write('comments', work, (removed) => (removed ? [id] : []))
  }
}
