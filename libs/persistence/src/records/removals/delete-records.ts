import type { RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { deleteLikes } from '../../counters/likes.ts'
import { deleteDrafts } from '../../drafts/stored-drafts.ts'
import { deleteRevisions } from '../../revisions/stored-revisions.ts'
import { deleteSlugs } from '../../slugs/stored-slugs.ts'
import { execute } from '../../statements/sql.ts'

/** Deletes records with their revisions, drafts, likes and slugs. */
export const deleteRecords = async (
  em: SqlEntityManager,
  type: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  await execute(em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
  await deleteRevisions(em, type, ids)
  await deleteDrafts(em, type, ids)
  await deleteLikes(em, type, ids)
  await deleteSlugs(em, type, ids)
}
