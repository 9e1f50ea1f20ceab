import type { ReaderContext } from '../visibility/read-context.ts'
import { createPlanningContext } from '../visibility/planning-context.ts'
import type { Context } from '../context/context.ts'
import { PlanKind } from '../visibility/plan-kind.ts'
import type { CountedRows } from '../visibility/counted-list.ts'
import { prepareCount, prepareRead, readEither, type PreparedRead } from '../visibility/prepared-read.ts'
import type { ReferenceValues, Row, Selection } from '../reading/reading.ts'
import { limitPrepared } from '../reading/response-budget.ts'
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

/** A prepared read whose equal runs are shared: their callers get the same rows. */
interface SharedRead extends Pick<PreparedRead, 'run'> {
  readonly runs: SharedRuns<readonly Row[]>
}
type SharedRow = SharedRead & Pick<ReadableRecords, 'seen'>

const share = <Prepared extends PreparedRead>(prepared: Prepared): Prepared & SharedRead => ({
  ...prepared,
  runs: new SharedRuns(),
})

const runShared = ({ runs, run }: SharedRead, context: ReaderContext, values: ReferenceValues) =>
  runs.run(context, values, () => run(context, values))

const prepare = <Planned extends PlannedRead>(
  { stores, settings }: Context,
  planned: Planned,
): PreparedRead & Planned => {
  const most = limitPrepared(settings.responseLimit)
  return { ...planned, ...prepareRead(stores.reader, planned, { most }) }
}

const ID = { subject: 'id' }

/** `readRow` for an interface that always reads the same parts: from its second read on, the query is prepared. */
export const createRowReader = (
  operation: Pick<ReadOperation, 'parseId' | 'readable'>,
  select: Selection,
): ((context: Context, text: string) => Promise<Row | null>) => {
  const plans = new PlanKind<SharedRow>()
  return async (context, text) => {
    const prepared = plans.find(context, '', async () =>
      share(prepare(context, await planRow(createPlanningContext(context), operation, ID, select))),
    )
    const readPrepared = async (prepared: SharedRow): Promise<Row | null> => {
      const id = operation.parseId(text)
      const [row = null] = id === null ? [] : await runShared(prepared, context, { [ID.subject]: id })
      if (row) prepared.seen?.(context, row)
      return row
    }
    return readEither(prepared, readPrepared, () => readRow(context, operation, text, select))
  }
}

interface PreparedPage {
  readonly rows: PreparedRead
  readonly total: PreparedRead
  readonly runs: SharedRuns<CountedRows>
}

const planPage = async <F>(
  context: Context,
  list: ListOperation<F>,
  { atMost, ...part }: CountedPart<F>,
  select: Selection,
): Promise<PreparedPage> => {
  const planned = await planRows(createPlanningContext(context), list, part, select)
  const rows = prepare(context, planned)
  const total = prepareCount(context.stores.reader, planned.query, atMost)
  return { rows, total, runs: new SharedRuns() }
}

const readPage = ({ rows, total, runs }: PreparedPage, context: ReaderContext): Promise<CountedRows> =>
  runs.run(context, {}, async () => {
    const [shown, counted] = await Promise.all([rows.run(context, {}), total.run(context, {})])
    return { rows: shown, total: Number(counted[0]?.['count']) }
  })

/** `listRows` for an interface that always reads the same parts: a window that repeats is prepared. */
export const createRowsReader = <F>(
  list: ListOperation<F>,
  select: Selection,
): ((context: Context, part: ListPart<F>) => Promise<readonly Row[]>) => {
  const plans = new PlanKind<SharedRead>()
  return (context, part) => {
    const prepared = plans.find(context, JSON.stringify(part), async () =>
      share(prepare(context, await planRows(createPlanningContext(context), list, part, select))),
    )
    const readPrepared = (prepared: SharedRead) => runShared(prepared, context, {})
    return readEither(prepared, readPrepared, () => listRows(context, list, part, select))
  }
}

/** `countRows` for an interface that always reads the same parts: a page that repeats is prepared. */
export const createPageReader = <F>(
  list: ListOperation<F>,
  select: Selection,
): ((context: Context, part: CountedPart<F>) => Promise<CountedRows>) => {
  const plans = new PlanKind<PreparedPage>()
  return (context, part) => {
    const prepared = plans.find(context, JSON.stringify(part), () => planPage(context, list, part, select))
    const readPrepared = (page: PreparedPage) => readPage(page, context)
    return readEither(prepared, readPrepared, () => countRows(context, list, part, select))
  }
}
