import { where } from '@content-service/authz'
import type { Context } from '../context.ts'
import type { CommentId } from '../ids.ts'
import { allOf, type Order, type Records, type Row, type Selection } from '../reading.ts'
import { readOne } from '../showing.ts'
import { shownRows } from '../visible-rows.ts'

const comment = where<Records['comments']>()

/** C5.5: comments are read oldest first. */
export const OLDEST: readonly Order[] = [
  { by: 'createdAt', direction: 'ASC' },
  { by: 'id', direction: 'ASC' },
]

export const readComment = async (
  context: Context,
  id: CommentId | null,
  select: Selection,
): Promise<Row | null> =>
  id === null
    ? null
    : readOne(context, 'comments', allOf(comment.id.eq(id), shownRows(context, 'comments')), select)

/** A comment that an operation has let the caller have already, such as the one it has just written. */
export const readKnownComment = (context: Context, id: CommentId, select: Selection): Promise<Row | null> =>
  readOne(context, 'comments', comment.id.eq(id), select)
