import type { RelatedSelection, Row } from '@content-service/domain'
import { etagOf } from '../etag.ts'
import { PERSON, presentPerson, timeOrNull } from '../present.ts'

export const AUTHOR: RelatedSelection = { as: 'author', relation: 'author', select: PERSON }

export const WHOLE_COMMENT = {
  fields: ['id', 'content', 'articleId', 'version', 'createdAt', 'updatedAt'],
  related: [AUTHOR],
}

/** The member names of the GraphQL type (C6.1). */
export const presentComment = (row: Row) => ({
  id: row['id'],
  content: row['content'],
  author: presentPerson(row['author'] as Row),
  article: { id: row['articleId'] },
  version: row['version'],
  createdAt: timeOrNull(row['createdAt']),
  updatedAt: timeOrNull(row['updatedAt']),
})

export const commentEtag = (row: Row): string => etagOf(row['version'] as number, presentComment(row))
