import type { ContentModel, RecordType } from '@content-service/domain'
import { listCascades, MOST_CHECKED } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRows } from '../../statements/sql.ts'
import { listWalked, selectNext, walkCascades, type Reached } from '../../tables/cascade.ts'
import { parseId, type Id } from '../../tables/record-id.ts'

/** Locked records of one type. */
export interface Locked {
  readonly type: RecordType
  readonly ids: readonly Id[]
}

/** The records that a deletion takes with it. */
export interface Cascade {
  /** All of them, with the first ones, by their types. */
  readonly deleted: ReadonlyMap<RecordType, ReadonlySet<Id>>
  /** Without the first ones. */
  readonly size: number
  /** False if there are more than `MOST_CHECKED`; `deleted` has the nearest ones. */
  readonly isWhole: boolean
}

const groupByType = (
  model: ContentModel,
  reached: readonly Reached[],
): ReadonlyMap<RecordType, readonly Id[]> => {
  const byType = Map.groupBy(reached, ({ type }) => model.typeNamed(type))
  return new Map([...byType].map(([type, rows]) => [type, rows.map(({ id }) => parseId(type, id))]))
}

/** Locks records, so that no new link leads to them: the check of a foreign key waits. */
const lock = async (em: SqlEntityManager, records: ReadonlyMap<RecordType, readonly Id[]>): Promise<void> => {
  for (const [{ plural }, ids] of records)
    await execute(em, sql`select from ${sql.table(plural)} where id = any(${ids}) order by id for update`)
}

/**
 * C14.2: finds and locks the records that are deleted with locked ones, at any distance. Between the search and the locks
 * other transactions can add links: the search runs again until it finds nothing new.
 */
export const lockCascade = async (
  em: SqlEntityManager,
  model: ContentModel,
  { type, ids }: Locked,
): Promise<Cascade> => {
  const next = selectNext(listWalked(model, type), (to) => listCascades(model, to))
  const name = sql.lit(type.name)
  const start = sql`select ${name}::text, unnest(${ids.map(String)}::text[])`
  const isFirst = sql`type = ${name} and id = any(${ids.map(String)})`
  let found: readonly Reached[] = []
  for (let before = -1; next !== null && found.length > before && found.length <= MOST_CHECKED;) {
    before = found.length
    const walk = walkCascades({ start, next })
    found = await findRows(em, sql<Reached>`${walk} where not (${isFirst}) limit ${MOST_CHECKED + 1}`)
    if (found.length > before) await lock(em, groupByType(model, found.slice(0, MOST_CHECKED)))
  }
  const checked = found.slice(0, MOST_CHECKED)
  const first: readonly Reached[] = ids.map((id) => ({ type: type.name, id: String(id) }))
  const deleted = [...groupByType(model, [...first, ...checked])]
  return {
    deleted: new Map(deleted.map(([each, known]) => [each, new Set(known)])),
    size: checked.length,
    isWhole: found.length <= MOST_CHECKED,
  }
}
