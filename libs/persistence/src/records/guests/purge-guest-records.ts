import type { RecordType } from '@content-service/domain'
import { GUEST_NOTE, type AnyRecord } from '@content-service/domain/internal/model'
import { listLinkedFacts } from '@content-service/domain/internal/visibility'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import { findRows, type Sql } from '../../statements/sql.ts'
import { removeRecords } from '../removals/remove-records.ts'

/** The records of guests to erase. */
export interface Due {
  readonly createdBy: Date
  readonly atMost: number
}

/** The oldest of these rows that are due. Two workers erase different records. */
const selectDue = (rows: Sql, { createdBy, atMost }: Due): Sql<AnyRecord> => {
  const note = sql.ref(toSnakeCase(GUEST_NOTE))
  return sql<AnyRecord>`${rows} where ${note} <= ${createdBy} order by ${note}, id limit ${atMost}
    for update skip locked`
}

/** C14.3: erases records of guests, with all that a deletion does to linking records. Returns their number. */
export const purgeGuestRecords = async (
  session: StoreSession,
  type: RecordType,
  due: Due,
): Promise<number> => {
  const { model } = session.tables
  // The events of the deletions have the facts by which the declared policy decides who reads them.
  const facts = listLinkedFacts({ model, policy: model.policy }, type.permissions.read)
  const changes = await session.change<AnyRecord>(type.plural, async (em) => {
    const rows = await findRows(em, selectDue(session.rowsOf(type).selectWith(facts), due))
    if (rows.length > 0)
      await removeRecords(em, session, { type, ids: rows.map(({ id }) => id), isPurge: true })
    return rows.map((before) => ({ before, after: null }))
  })
  return changes.length
}
