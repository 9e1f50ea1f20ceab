import { Comment, type CommentId } from '@content-service/domain'
import { findType } from '@content-service/domain/model'
import { GHOST_ID } from '@content-service/domain/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { finishRemoval } from '../records/links/detach-linked.ts'
import type { StoreSession } from '../session/store-session.ts'
import { execute } from '../sql.ts'

/**
 * C14.2: hides a deleted comment to which many records link, until the worker has changed these records. Its row keeps
 * nothing of what somebody wrote, and belongs to no article.
 */
export const postponeRemoval = async (em: SqlEntityManager, id: CommentId): Promise<void> => {
  await execute(
    em,
    sql`update comments set article_id = null, author_id = ${GHOST_ID}, content = '', ref = null where id = ${id}`,
  )
}

/** Finishes the removals of the oldest comments, at most `atMost`. Returns their number. */
export const finishRemovals = async (session: StoreSession, atMost: number): Promise<number> => {
  const rows = await session.findRows(
    sql<{
      id: CommentId
    }>`select id from comments where article_id is null order by created_at limit ${atMost}`,
  )
  const type = findType(session.tables.model, Comment)
  for (const { id } of rows) await finishRemoval(session, type, id)
  return rows.length
}
