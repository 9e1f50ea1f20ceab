import type { RecordType } from '@content-service/domain'
import type { Draft, DraftKey } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { execute, type Sql } from '../statements/sql.ts'

const matchDraft = ({ name }: RecordType, { recordId, userId }: DraftKey): Sql =>
  sql`record_id = ${recordId} and user_id = ${userId} and type = ${name}`

export const selectDraft = (type: RecordType, key: DraftKey): Sql<Draft> =>
  sql<Draft>`select record_id as "recordId", user_id as "userId", base_version as "baseVersion",
    changed_at as "changedAt", contents as "values", digests from record_drafts where ${matchDraft(type, key)}`

/** Those of these drafts that are there. */
export const selectDraftKeys = ({ name }: RecordType, keys: readonly DraftKey[]): Sql<DraftKey> =>
  sql<DraftKey>`select record_id as "recordId", user_id as "userId" from record_drafts
    where type = ${name} and (record_id, user_id) in (
      select "recordId", "userId" from json_to_recordset(${JSON.stringify(keys)}::json) as given ("recordId" uuid, "userId" integer))`

/** Adds a draft, or replaces that of the user and the record. */
export const putDraft = (type: RecordType, draft: Draft): Sql => {
  const { recordId, userId, baseVersion, changedAt, values, digests } = draft
  return sql`insert into record_drafts (id, type, record_id, user_id, base_version, changed_at, contents, digests)
    values (${uuidv7()}, ${type.name}, ${recordId}, ${userId}, ${baseVersion}, ${changedAt},
      ${JSON.stringify(values)}::jsonb, ${JSON.stringify(digests)}::jsonb)
    on conflict (record_id, user_id, type) do update set base_version = excluded.base_version,
      changed_at = excluded.changed_at, contents = excluded.contents, digests = excluded.digests`
}

export const deleteDraft = (type: RecordType, key: DraftKey): Sql =>
  sql`delete from record_drafts where ${matchDraft(type, key)}`

/** Deletes the drafts of deleted records. Users, whose ids are numbers, have none. */
export const deleteDrafts = async (
  em: SqlEntityManager,
  { name, isNumbered }: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  if (isNumbered) return
  await execute(em, sql`delete from record_drafts where record_id = any(${ids}) and type = ${name}`)
}
