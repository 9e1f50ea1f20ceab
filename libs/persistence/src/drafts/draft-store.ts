import type { RecordType } from '@content-service/domain'
import {
  refuseManyDrafts,
  type Draft,
  type DraftKey,
  type DraftStore,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { SqlStore } from '../session/sql-store.ts'
import { execute, findRow } from '../statements/sql.ts'
import { deleteDraft, putDraft, selectDraft } from './stored-drafts.ts'

/**
 * Two requests of a user that each add a draft count one after the other. A like locks the user before the record, and a draft
 * after it, so that this lock does not wait for that of a like.
 */
const countDrafts = async (em: SqlEntityManager, userId: Draft['userId']): Promise<number> => {
  await findRow(em, sql`select id from users where id = ${userId} for no key update`)
  const held = sql<{
    count: number
  }>`select count(*)::integer as count from record_drafts where user_id = ${userId}`
  return (await findRow(em, held))?.count ?? 0
}

/** C17.6. */
export class SqlDraftStore extends SqlStore implements DraftStore {
  find(type: RecordType, key: DraftKey): Promise<Draft | null> {
    return this.session.findRow(selectDraft(type, key))
  }

  async save(type: RecordType, draft: Draft, most: number): Promise<void> {
    const work = async (em: SqlEntityManager): Promise<void> => {
      if ((await findRow(em, selectDraft(type, draft))) === null)
        refuseManyDrafts(await countDrafts(em, draft.userId), most)
      await execute(em, putDraft(type, draft))
    }
    await this.session.write(type.plural, work, () => [draft.recordId])
  }

  async remove(type: RecordType, key: DraftKey, isNoted: boolean): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> =>
      (await execute(em, deleteDraft(type, key))) > 0
    const noted = (isRemoved: boolean) => (isRemoved && isNoted ? [key.recordId] : [])
    return this.session.write(type.plural, work, noted)
  }
}
