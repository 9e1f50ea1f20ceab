import { defineEntity, p } from '@mikro-orm/core'
import type { ArticleId, UserId } from '@content-service/domain'
import type { ArticleStatus } from '@content-service/domain/internal/access'
import type { Revision } from '@content-service/domain/internal/articles'
import type { RevisionId } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { listEntityColumns } from '../records/entity-columns.ts'

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

const COLUMNS = listEntityColumns(RevisionEntity)

export const selectRevision = (id: RevisionId) =>
  sql<Revision>`select ${COLUMNS} from revisions where id = ${id}`
