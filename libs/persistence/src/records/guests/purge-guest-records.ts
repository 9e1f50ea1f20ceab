import type { RecordType } from '@content-service/domain'
import { GUEST_NOTE, type AnyRecord } from '@content-service/domain/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../../rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import type { Sql } from '../../sql.ts'
import { detachLinked, purgeRows } from '../links/detach-linked.ts'

/** The records of guests to erase. */
export interface Due {
  readonly createdBy: Date
  readonly atMost: number
}

/** The oldest of these rows that are due. */
const selectDue = <Row>(rows: Sql, { createdBy, atMost }: Due): Sql<Row> => {
  const note = sql.ref(toSnakeCase(GUEST_NOTE))
  return sql<Row>`${rows} where ${note} <= ${createdBy} order by ${note}, id limit ${atMost}`
}

/** C14.3: erases records of guests, with all that a deletion does to linking records. Returns their number. */
export const purgeGuestRecords = async (
  session: StoreSession,
  type: RecordType,
  due: Due,
): Promise<number> => {
  const ids = sql`select id from ${sql.table(type.plural)}`
  const found = await session.findRows(selectDue<Pick<AnyRecord, 'id'>>(ids, due))
  if (found.length === 0) return 0
  await detachLinked(session, { type, ids: found.map(({ id }) => id) })
  // Two workers erase different records.
  return purgeRows(session, type, (rows) => sql`${selectDue(rows, due)} for update skip locked`)
}
