import type { Condition, Reference } from '@content-service/authz'
import { createPlanningContext } from '../visibility/planning-context.ts'
import type { Context } from '../context/context.ts'
import { PlanKind } from '../visibility/plan-kind.ts'
import { prepareRead, type PreparedRead } from '../visibility/prepared-read.ts'
import { allOf, type Query, type Row, type Selection } from '../reading/reading.ts'
import type { Collection } from '../model/collections.ts'
import { planVisible, readVisible } from '../visibility/visibility.ts'

/** The found records of one type. */
export interface HitRows {
  readonly from: Collection
  readonly ids: readonly (string | number)[]
  readonly select: Selection
  /** The records that the caller may find. */
  readonly filter: (context: Context) => Condition
}

const createQuery = (
  context: Context,
  { from, select, filter }: HitRows,
  ids: readonly (string | number | Reference)[],
): Query => ({
  from,
  // The conditions of a plan can contain references in the place of values.
  where: allOf({ op: 'in', attribute: 'id', value: ids as readonly string[] }, filter(context)),
  orderBy: [],
  window: { limit: ids.length, offset: 0 },
  select,
})

const PLANS = new PlanKind<PreparedRead>()

/** A longer selection hardly repeats. */
const MOST_KEY_LENGTH = 2_000

const nameId = (place: number): string => `id ${place}`

const prepare = (context: Context, hits: HitRows): PreparedRead => {
  const planning = createPlanningContext(context)
  const references = hits.ids.map((_, place) => ({ subject: nameId(place) }))
  const planned = planVisible(planning, createQuery(planning, hits, references))
  return prepareRead(context.stores.reader, planned)
}

/** Reads found records that the caller may see. A read that repeats is prepared, for the same number of records. */
export const readHitRows = (context: Context, hits: HitRows): Promise<readonly Row[]> => {
  const { from, ids, select } = hits
  const key = JSON.stringify([from, ids.length, select])
  const prepared =
    context.response === undefined && key.length <= MOST_KEY_LENGTH
      ? PLANS.find(context, key, async () => prepare(context, hits))
      : null
  const values = Object.fromEntries(ids.map((id, place) => [nameId(place), id]))
  return prepared ? prepared.run(context, values) : readVisible(context, createQuery(context, hits, ids))
}
