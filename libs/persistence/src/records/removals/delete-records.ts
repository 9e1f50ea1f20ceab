import type { RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { deleteLikes } from '../../counters/likes.ts'
import { deleteDrafts } from '../../drafts/stored-drafts.ts'
import { deleteRevisions } from '../../revisions/stored-revisions.ts'
import { execute } from '../../statements/sql.ts'

/** Deletes records with their revisions, drafts and likes. */
export const deleteRecords = async (
  em: SqlEntityManager,
  type: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  await execute(em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
  await deleteRevisions(em, type, ids)
  await deleteDrafts(em, type, ids)
  await deleteLikes(em, type, ids)
}
