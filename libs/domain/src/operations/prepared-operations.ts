import type { ReaderContext } from '../visibility/read-context.ts'
import { createPlanningContext } from '../visibility/planning-context.ts'
import type { Context } from '../context/context.ts'
import { PlanKind } from '../visibility/plan-kind.ts'
import type { CountedRows } from '../visibility/counted-list.ts'
import { prepareCount, prepareRead, type PreparedRead } from '../visibility/prepared-read.ts'
import type { Row, Selection } from '../reading/reading.ts'
import { SharedRuns } from '../visibility/shared-runs.ts'
import type { PlannedRead } from '../visibility/visibility.ts'
import {
  countRows,
  listRows,
  planRow,
  planRows,
  readRow,
  type CountedPart,
  type ListOperation,
  type ListPart,
  type ReadableRecords,
  type ReadOperation,
} from './read-operations.ts'

const prepare = <Planned extends PlannedRead>(
  { stores }: Context,
  planned: Planned,
): PreparedRead & Planned => ({ ...planned, ...prepareRead(stores.reader, planned) })

const ID = { subject: 'id' }

/** A record, and how the interface shows it. */
interface ShownRow<Shown> {
  readonly row: Row
  readonly shown: Shown
}

/** A prepared read whose equal runs are shared: their callers get the same rows. */
interface SharedRow<Shown> extends Pick<PreparedRead, 'run'>, Pick<ReadableRecords, 'seen'> {
  readonly runs: SharedRuns<ShownRow<Shown> | null>
}

/**
 * `readRow` for an interface that always reads the same parts: from its second read on, the query is prepared. `show` runs
 * once for all who share a read.
 */
export const createRowReader = <Shown>(
  operation: Pick<ReadOperation, 'parseId' | 'readable'>,
  select: Selection,
  show: (row: Row) => Shown,
): ((context: Context, text: string) => Promise<ShownRow<Shown> | null>) => {
  const plans = new PlanKind<SharedRow<Shown>>()
  const showRow = (row: Row | null): ShownRow<Shown> | null => row && { row, shown: show(row) }
  const readShared = async ({ runs, run, seen }: SharedRow<Shown>, context: Context, text: string) => {
    const id = operation.parseId(text)
    if (id === null) return null
    const values = { [ID.subject]: id }
    const found = await runs.run(context, values, async () => {
      const [row = null] = await run(context, values)
      return showRow(row)
    })
    if (found) seen?.(context, found.row)
    return found
  }
  return (context, text) => {
    const prepared = plans.find(context, '', async () => {
      const planned = await planRow(createPlanningContext(context), operation, ID, select)
      return { ...prepare(context, planned), runs: new SharedRuns() }
    })
    return prepared
      ? readShared(prepared, context, text)
      : readRow(context, operation, text, select).then(showRow)
  }
}

interface SharedRows extends Pick<PreparedRead, 'run' | 'price'> {
  readonly runs: SharedRuns<readonly Row[]>
}

interface PreparedPage<Shown> {
  readonly rows: PreparedRead
  readonly total: PreparedRead
  readonly runs: SharedRuns<Shown>
}

const planPage = async <F>(
  context: Context,
  list: ListOperation<F>,
  { atMost, ...part }: CountedPart<F>,
  select: Selection,
): Promise<Omit<PreparedPage<never>, 'runs'>> => {
  const planned = await planRows(createPlanningContext(context), list, part, select)
  const rows = prepare(context, planned)
  const total = prepareCount(context.stores.reader, planned, atMost)
  return { rows, total }
}

const readPage = async (
  { rows, total }: Pick<PreparedPage<never>, 'rows' | 'total'>,
  context: ReaderContext,
): Promise<CountedRows> => {
  const [shown, counted] = await Promise.all([rows.run(context, {}), total.run(context, {})])
  return { rows: shown, total: Number(counted[0]?.['count']) }
}

/** Charges each request for its filter, and shares the run of equal reads. */
const runShared = async <Shown>(
  context: Context,
  { price, runs }: { readonly price: number; readonly runs: SharedRuns<Shown> },
  work: () => Promise<Shown>,
): Promise<Shown> => {
  if (price > 0) await context.quota.charge(price)
  return runs.run(context, {}, work)
}

/** `listRows` for an interface that always reads the same parts: a window that repeats is prepared. */
export const createRowsReader = <F>(
  list: ListOperation<F>,
  select: Selection,
): ((context: Context, part: ListPart<F>) => Promise<readonly Row[]>) => {
  const plans = new PlanKind<SharedRows>()
  return (context, part) => {
    const prepared = plans.find(context, JSON.stringify(part), async () => {
      const planned = await planRows(createPlanningContext(context), list, part, select)
      return { ...prepare(context, planned), runs: new SharedRuns() }
    })
    return prepared
      ? runShared(context, prepared, () => prepared.run(context, {}))
      : listRows(context, list, part, select)
  }
}

/**
 * `countRows` for an interface that always reads the same parts: a page that repeats is prepared. `show` runs once for all
 * who share a read.
 */
export const createPageReader = <F, Shown>(
  list: ListOperation<F>,
  select: Selection,
  show: (page: CountedRows) => Shown,
): ((context: Context, part: CountedPart<F>) => Promise<Shown>) => {
  const plans = new PlanKind<PreparedPage<Shown>>()
  return (context, part) => {
    const prepared = plans.find(context, JSON.stringify(part), async () => ({
      ...(await planPage(context, list, part, select)),
      runs: new SharedRuns(),
    }))
    return prepared
      ? runShared(context, { ...prepared, price: prepared.rows.price }, async () =>
          show(await readPage(prepared, context)),
        )
      : countRows(context, list, part, select).then(show)
  }
}
