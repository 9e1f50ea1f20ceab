import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { ArticleId, Comment, CommentId, UserId } from '@content-service/domain'

export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: p.uuid().$type<CommentId>().primary(),
    articleId: p.uuid().$type<ArticleId>(),
    authorId: p.integer().$type<UserId>(),
    content: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).strictNullable(),
    ref: p.text().strictNullable(),
    version: p.integer(),
  },
})

export type CommentRow = InferEntity<typeof CommentEntity>

export const asComment = (row: CommentRow): Comment => row
