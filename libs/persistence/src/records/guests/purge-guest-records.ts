import type { RecordType } from '@content-service/domain'
import type { Change } from '@content-service/domain/events'
import { GUEST_NOTE, type AnyRecord } from '@content-service/domain/model'
import { listLinkedFacts } from '@content-service/domain/visibility'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import { execute, findRows, type Sql } from '../../sql.ts'
import { changeLinked } from '../links/linked-records.ts'

/** The records of guests to erase. */
export interface Due {
  readonly createdBy: Date
  readonly atMost: number
}

/**
 * Two workers erase different records. The events of the deletions have the facts by which the declared policy decides who
 * reads them.
 */
const selectDue = <R>(session: StoreSession, type: RecordType, { createdBy, atMost }: Due): Sql<R> => {
  const { model } = session.tables
  const facts = listLinkedFacts({ model, policy: model.policy }, type.permissions.read)
  const note = sql.ref(toSnakeCase(GUEST_NOTE))
  return sql<R>`${session.rowsOf(type).selectWith(facts)}
    where ${note} <= ${createdBy} order by ${note}, id limit ${atMost} for update skip locked`
}

/** C14.3: erases records of guests, with all that a deletion does to linking records. Returns the erasures. */
export const purgeGuestRecords = <R extends AnyRecord>(
  session: StoreSession,
  type: RecordType,
  due: Due,
): Promise<readonly Change<R>[]> =>
  session.change<R>(type.plural, async (em: SqlEntityManager) => {
    const rows = await findRows(em, selectDue<R>(session, type, due))
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    await changeLinked(em, session, { type, ids, isPurge: true })
    await execute(em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
    return rows.map((before) => ({ before, after: null }))
  })
