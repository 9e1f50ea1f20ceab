import { where, type Reference } from '@content-service/authz'
import type { ModelContext, ReaderContext } from '../visibility/read-context.ts'
import { createRefusal } from '../access/access.ts'
import { createPlanningContext } from '../visibility/planning-context.ts'
import type { Context } from '../context/context.ts'
import { deferUntilCommit } from '../context/background.ts'
import { countCreated } from '../context/guest-records.ts'
import { PlanKind } from '../visibility/plan-kind.ts'
import { prepareRead, type PreparedRead } from '../visibility/prepared-read.ts'
import type { Collection } from '../model/collections.ts'
import { allOf, type Order, type Row, type Selection } from '../reading/reading.ts'
import { planVisible, readVisible } from '../visibility/visibility.ts'
import { filterReadable, filterVisibleUsers, hasProfile } from '../visibility/visible-rows.ts'

/** C12.16: the fields that every response to a write may show. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['id', 'version'])

/** Whether a selection names no more than the fields that every response to a write may show. */
export const isAlwaysShown = ({ fields, related = [] }: Selection): boolean =>
  related.length === 0 && fields.every((field) => ALWAYS_SHOWN.has(field))

const filterVisible = (context: ModelContext, from: Collection) =>
  hasProfile(context, from) ? filterVisibleUsers(context) : filterReadable(context, from)

const BY_ID: readonly Order[] = [{ by: 'id', direction: 'ASC' }]

type Id = string | number

const ID: Reference = { subject: 'id' }

const withResponse = (context: Context): Context => ({ ...context, response: context.response ?? [] })

/**
 * C12.16: reads the records that an operation has just written, in the order of their ids, with the caller's rights to
 * read the records. @throws UNAUTHENTICATED, FORBIDDEN if the selection names a field that the caller may not read.
 */
export const readWrittenRows = async (
  context: Context,
  from: Collection,
  ids: readonly Id[],
  select: Selection,
): Promise<readonly Row[]> => {
  const written = where<{ id: Id }>().id.in(ids)
  const query = { from, orderBy: BY_ID, window: { limit: ids.length, offset: 0 }, select }
  if (isAlwaysShown(select))
    return readVisible({ ...context, response: undefined }, { ...query, where: written })
  const rows = await readVisible(withResponse(context), {
    ...query,
    where: allOf(written, filterVisible(context, from)),
  })
  const permission = context.model.readPermission(from)
  const isWithheld = rows.length < (await countIfMissing(context, { from, ids, rows }))
  if (isWithheld && permission !== null) throw createRefusal(context, permission)
  return rows
}

/** The number of these records that exist; another request may have deleted some of them. */
const countIfMissing = async (
  { stores }: ReaderContext,
  {
    from,
    ids,
    rows,
  }: { readonly from: Collection; readonly ids: readonly Id[]; readonly rows: readonly Row[] },
): Promise<number> =>
  rows.length === ids.length
    ? rows.length
    : stores.reader.count(from, where<{ id: Id }>().id.in(ids), ids.length)

const PLANS = new PlanKind<PreparedRead>()

/** `readWrittenRows` of one record, for callers of one shape. */
const planWritten = (context: Context, from: Collection, select: Selection): PreparedRead => {
  const planning = createPlanningContext(context, { response: [] })
  const written = where<{ id: Id }>().id.eq(ID)
  const planned = planVisible(planning, {
    from,
    where: allOf(written, filterVisible(planning, from)),
    orderBy: BY_ID,
    window: { limit: 1, offset: 0 },
    select,
  })
  return prepareRead(context.stores.reader, planned)
}

/** `readWrittenRows` of one record; null if another request has deleted the record. */
export const readWritten = async (
  context: Context,
  from: Collection,
  id: Id,
  select: Selection,
): Promise<Row | null> => {
  const prepared = PLANS.find(context, `${from} ${JSON.stringify(select)}`, async () =>
    planWritten(context, from, select),
  )
  if (prepared && prepared.price > 0) await context.quota.charge(prepared.price)
  const [planned] = prepared ? await prepared.run(withResponse(context), { [ID.subject]: id }) : []
  // Without a row, the read without a plan finds the reason.
  return planned ?? (await readWrittenRows(context, from, [id], select))[0] ?? null
}

/**
 * Runs a write together with the read of its response: all writes of `work` are one transaction, which is rolled back
 * if `work` throws. Background work begins after the transaction.
 */
export const writeAtOnce = async <Result>(
  context: Context,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> => {
  const held = deferUntilCommit(context.runInBackground)
  const result = await countCreated(context, (counting) =>
    context.stores.atomically(async (stores) =>
      work({ ...counting, stores, runInBackground: held.runInBackground }),
    ),
  )
  held.release()
  return result
}
