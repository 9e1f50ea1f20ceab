import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { Article, ArticleId, ArticleStatus, Revision, RevisionId, UserId } from '@content-service/domain'

export const ArticleEntity = defineEntity({
  name: 'Article',
  tableName: 'articles',
  properties: {
    id: p.uuid().$type<ArticleId>().primary(),
    title: p.text(),
    content: p.text(),
    excerpt: p.text(),
    excerptDerived: p.boolean(),
    status: p.text().$type<ArticleStatus>(),
    tags: p.array().$type<readonly string[]>(),
    ownerId: p.integer().$type<UserId>(),
    likes: p.integer(),
    views: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).strictNullable(),
    publishedAt: p.datetime(3).strictNullable(),
    scheduledFor: p.datetime(3).strictNullable(),
    ref: p.text().strictNullable(),
    version: p.integer(),
  },
})

export const RevisionEntity = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    id: p.uuid().$type<RevisionId>().primary(),
    articleId: p.uuid().$type<ArticleId>(),
    title: p.text(),
    content: p.text(),
    excerpt: p.text(),
    excerptDerived: p.boolean(),
    status: p.text().$type<ArticleStatus>(),
    tags: p.array().$type<readonly string[]>(),
    editorId: p.integer().$type<UserId>(),
    createdAt: p.datetime(3),
  },
})

export type ArticleRow = InferEntity<typeof ArticleEntity>
export type RevisionRow = InferEntity<typeof RevisionEntity>

export const asArticle = (row: ArticleRow): Article => row
export const asRevision = (row: RevisionRow): Revision => row
