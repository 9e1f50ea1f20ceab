import type { ContentModel } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, findRows } from '../../statements/sql.ts'
import { parseId } from '../../tables/record-id.ts'
import type { Locked } from '../links/lock-cascade.ts'

/** A deleted record that waits for the worker. Each table of records names its rows by type and id. */
export interface DeletedRecord {
  readonly place: number
  readonly type: string
  readonly id: string
}

/** The deleted record that waits longest, of the types that the model has. */
export const findOldest = (em: SqlEntityManager, { types }: ContentModel): Promise<DeletedRecord | null> =>
  findRow(
    em,
    sql<DeletedRecord>`select place::float8 as place, type, id from removed_records
      where root is null and type = any(${types.map(({ name }) => name)}) order by place limit 1`,
  )

/**
 * The next marked records to delete, of one type: no others have links to them that cannot be empty, because their types
 * come first. The record of the deletion itself comes last.
 */
export const findNextPart = async (
  em: SqlEntityManager,
  model: ContentModel,
  root: DeletedRecord,
  atMost: number,
): Promise<Locked> => {
  for (const type of model.linkedFirst.toReversed()) {
    const rows = await findRows(
      em,
      sql<{ id: string }>`select id from removed_records
        where coalesce(root, place) = ${root.place} and place <> ${root.place} and type = ${type.name}
        order by place desc limit ${atMost}`,
    )
    if (rows.length > 0) return { type, ids: rows.map(({ id }) => parseId(type, id)) }
  }
  const type = model.typeNamed(root.type)
  return { type, ids: [parseId(type, root.id)] }
}

/** Marks records that are deleted with a deleted one, and that can have others behind them. */
export const addMarked = (
  em: SqlEntityManager,
  root: DeletedRecord,
  { type, ids }: Locked,
): Promise<number> =>
  execute(
    em,
    sql`insert into removed_records (type, id, root)
      select ${type.name}, unnest(${ids.map(String)}::text[]), ${root.place}
      on conflict (type, id) do update set root = excluded.root, is_open = true`,
  )

export const dropMarks = (em: SqlEntityManager, { type, ids }: Locked): Promise<number> =>
  execute(em, sql`delete from removed_records where type = ${type.name} and id = any(${ids.map(String)})`)
