import { may } from '../access.ts'
import type { Permission } from '../content-policy.ts'
import { readUncounted } from '../articles/article-reading.ts'
import { readComment } from '../comments/comment-reading.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { articleId, commentId } from '../ids.ts'
import { readRecord } from '../model/record-reading.ts'
import type { RecordType } from '../model/record-type.ts'
import type { Row, Selection } from '../reading.ts'

/** What was not to be read when it happened is not heard of, even if it may be read by now: asking the event is cheap. */
const couldRead = (context: Context, permission: Permission, { data }: DomainEvent): boolean =>
  may(context, permission, data)

/** The article that an event tells of, as it is now. @throws NOT_FOUND where the caller is to hear nothing. */
export const hearArticle = async (context: Context, event: DomainEvent, select: Selection): Promise<Row> => {
  const row = couldRead(context, 'articles:read', event)
    ? await readUncounted(context, articleId(event.resourceId), select)
    : null
  if (row === null) throw notFound('article')
  return row
}

/** The same for a comment. */
export const hearComment = async (context: Context, event: DomainEvent, select: Selection): Promise<Row> => {
  const row = couldRead(context, 'comments:read', event)
    ? await readComment(context, commentId(event.resourceId), select)
    : null
  if (row === null) throw notFound('comment')
  return row
}

/** The same for a record of a declared type. */
export const hearRecord = async (
  context: Context,
  type: RecordType,
  event: DomainEvent,
  select: Selection,
): Promise<Row> => {
  const row = couldRead(context, type.permissions.read, event)
    ? await readRecord(context, type, type.parseId(event.resourceId), select)
    : null
  if (row === null) throw notFound(type.word)
  return row
}
