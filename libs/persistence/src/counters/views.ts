import type { RecordId, RecordType } from '@content-service/domain'
import { LARGEST_COUNT, VIEWS } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

const COUNTER = sql.ref(VIEWS)

/**
 * C4.6: a counter stays at the largest number: a refused one would keep all views from being written. Updates the rows in the order of ids, so that two processes that write counts at once wait instead of deadlocking.
 */
export const createViewsStatement = ({ plural }: RecordType, views: ReadonlyMap<RecordId, number>): Sql => {
  const records = sql.table(plural)
  const given = JSON.stringify([...views].map(([id, amount]) => ({ id, amount })))
  return sql`with counted as (
      select ${records}.id, amount from ${records}
      join json_to_recordset(${given}::json) as given(id uuid, amount bigint) using (id)
      order by id for no key update of ${records}
    ) update ${records} set ${COUNTER} = least(${COUNTER} + counted.amount, ${sql.lit(LARGEST_COUNT)})
    from counted where ${records}.id = counted.id`
}
