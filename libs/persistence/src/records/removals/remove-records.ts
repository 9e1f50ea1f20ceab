import {
  canRefuseBehind,
  MOST_CHECKED,
  tooManyToCheck,
  type ReadableFilter,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../../session/store-session.ts'
import { execute } from '../../statements/sql.ts'
import { clearLinks, deleteCascade, findCleared } from '../links/linked-records.ts'
import { lockCascade, type Locked } from '../links/lock-cascade.ts'
import { refuseLinked } from '../links/refuse-linked.ts'

/** The records of one type that are deleted. */
export interface Removal extends Locked {
  /** The records that the caller may read; the message of a refusal names no others. */
  readonly readable?: ReadableFilter | undefined
  /** The service deletes the records in any case. */
  readonly isPurge?: true
  /** Does more for records that wait for the worker. */
  readonly postpone?: ((em: SqlEntityManager) => Promise<void>) | undefined
}

/** C15.15: readers no longer see the records, and the worker does the rest. */
const postponeRemoval = async (
  em: SqlEntityManager,
  { auditContext }: StoreSession,
  { type, ids, postpone }: Removal,
): Promise<void> => {
  await execute(
    em,
    sql`insert into removed_records (type, id, is_deleted, author)
      select ${type.name}, unnest(${ids.map(String)}::text[]), true, ${auditContext.actorId ?? 0}
      on conflict (type, id) do update
        set root = null, is_open = true, is_deleted = true, author = excluded.author`,
  )
  await postpone?.(em)
}

/**
 * C14.2: deletes locked records, with all that their deletion does to the records that link to them. If these are more than
 * `MOST_CHECKED`, the records are gone for readers, and the worker does it (C15.15). @throws CONFLICT.
 */
export const removeRecords = async (
  em: SqlEntityManager,
  session: StoreSession,
  given: Removal,
): Promise<void> => {
  const { model } = session.tables
  const removal = { ...given, type: model.typeNamed(given.type.name) }
  const { deleted, size, isWhole } = await lockCascade(em, model, removal)
  await refuseLinked(em, session.tables, { ...removal, deleted })
  if (!isWhole && canRefuseBehind(model, removal.type)) throw tooManyToCheck(removal.type)
  const cleared = isWhole ? await findCleared(em, model, deleted, MOST_CHECKED - size) : null
  if (cleared === null) return postponeRemoval(em, session, removal)
  await clearLinks(em, session, deleted, cleared)
  await deleteCascade(em, session, deleted, removal)
}
