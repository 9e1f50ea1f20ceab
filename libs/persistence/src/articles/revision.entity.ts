import { defineEntity, p } from '@mikro-orm/core'
import type { ArticleId, UserId } from '@content-service/domain'
import type { ArticleStatus } from '@content-service/domain/access'
import type { RevisionId } from '@content-service/domain/rules'

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
