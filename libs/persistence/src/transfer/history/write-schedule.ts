import type { RecordType, UserId } from '@content-service/domain'
import {
  createSchedule,
  findState,
  SCHEDULED_BY,
  SCHEDULED_FOR,
} from '@content-service/domain/internal/model'
import { badValue, isSame } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { columns, findRow, updateRow } from '../../statements/sql.ts'
import type { LineEffect } from '../record-set.ts'

/** A schedule of another service. */
interface MovedSchedule {
  readonly id: string
  readonly by: UserId | null
  readonly at: Date
}

interface Row {
  readonly id: string
  readonly state: unknown
  readonly [SCHEDULED_FOR]: Date | null
  readonly [SCHEDULED_BY]: UserId | null
}

/**
 * C17.2: sets the schedule of a record. As when a person sets it, the time is not over: an old file publishes nothing at once.
 * @throws BAD_USER_INPUT for a time that is over, or a record in another state.
 */
export const writeSchedule = async (
  em: SqlEntityManager,
  type: RecordType,
  { id, by, at }: MovedSchedule,
  now: Date,
): Promise<LineEffect> => {
  const { name = '' } = findState(type) ?? {}
  const row = await findRow(
    em,
    sql<Row>`select id, ${sql.id(toSnakeCase(name))} as state, ${columns(SCHEDULED_FOR, SCHEDULED_BY)}
      from ${sql.table(type.plural)} where id = ${id} for update`,
  )
  if (row === null) throw badValue(['of'], `there is no ${type.word} with this name`)
  const { state, ...before } = row
  const from = type.schedule?.from ?? []
  if (!from.includes(String(state)))
    throw badValue(['of'], `is ${String(state)}; a schedule needs ${from.join(' or ')}`)
  const after = { ...before, ...createSchedule(at, by) }
  if (isSame(before, after)) return 'unchanged'
  if (at <= now) throw badValue(['publishAt'], 'is over; publish the record, or schedule it again')
  await updateRow(em, { table: type.plural, key: 'id' }, { before, after })
  return before[SCHEDULED_FOR] === null ? 'added' : 'updated'
}
