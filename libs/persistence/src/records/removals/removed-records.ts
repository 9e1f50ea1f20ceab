import type { ContentModel } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, findRows, type Sql } from '../../statements/sql.ts'
import { parseId } from '../../tables/record-id.ts'
import type { Locked } from '../links/lock-cascade.ts'

/** A deleted record that waits for the worker. Each table of records names its rows by type and id. */
export interface DeletedRecord {
  readonly place: number
  readonly type: string
  readonly id: string
  /** The user who deleted it; 0 for the service. */
  readonly author: number
}

/** The deleted record of the next user that waits longest, of the types that the model has. */
export const findNext = (
  em: SqlEntityManager,
  { types }: ContentModel,
  after: number,
): Promise<DeletedRecord | null> =>
  findRow(
    em,
    sql<DeletedRecord>`select place::float8 as place, type, id, author from removed_records
      where root is null and type = any(${types.map(({ name }) => name)})
      order by author <= ${after}, author, place limit 1`,
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

/** The marked records of a deletion, as `r`. */
export const belongsTo = ({ place }: DeletedRecord): Sql => sql`coalesce(r.root, r.place) = ${place}`

export interface Marked {
  /** The number of records that are marked now. */
  readonly found: number
  /** The number of records that came from other deletions. */
  readonly joined: number
}

/**
 * Marks records that are deleted with a deleted one, and that can have others behind them. `found` has rows of type and id. A
 * record of another deletion brings all of that deletion along: two deletions that took turns could delete a record before
 * another one that has to link to it.
 */
export const addMarked = async (em: SqlEntityManager, root: DeletedRecord, found: Sql): Promise<Marked> => {
  const row = await findRow(
    em,
    sql<Marked>`with found as materialized (${found}),
      known as materialized (select r.root, r.place from removed_records r join found using (type, id)),
      joined as (
        update removed_records r set root = ${root.place}
        where coalesce(r.root, r.place) in (select coalesce(known.root, known.place) from known) returning 1
      ), added as (
        insert into removed_records (type, id, root)
          select type, id, ${root.place} from found
          where not exists (select from removed_records r where r.type = found.type and r.id = found.id)
        on conflict (type, id) do update set root = excluded.root, is_open = true
      )
      select (select count(*)::int from found) as found, (select count(*)::int from joined) as joined`,
  )
  return row ?? { found: 0, joined: 0 }
}

export const dropMarks = (em: SqlEntityManager, { type, ids }: Locked): Promise<number> =>
  execute(em, sql`delete from removed_records where type = ${type.name} and id = any(${ids.map(String)})`)
