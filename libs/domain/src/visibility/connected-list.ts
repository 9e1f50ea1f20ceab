import { NotPlannable } from '../access/planned-caller.ts'
import {
  createConnection,
  COUNT_LIMIT,
  createCount,
  type Connection,
  type ValueCount,
} from '../reading/connection.ts'
import type { ConnectionPage, Window } from '../reading/page.ts'
import {
  checkList,
  parseCursor,
  createPageWindow,
  type CursorArgument,
  type ListIdentity,
} from '../reading/cursor.ts'
import { allOf, type ListInput, type Reader, type ReferenceValues, type Row } from '../reading/reading.ts'
import { createValueCounts, findCountedValues } from './lists/list-counts.ts'
import { nameFilter } from './lists/list-input.ts'
import { addCosts, FREE } from './lists/list-price.ts'
import { planVisible, readPlanned, runCharged, type CostedQuery, type PlannedRead } from './visibility.ts'
import type { ReadContext, ReaderContext } from './read-context.ts'

/** A list that is read by cursor, under a name that no other list has. */
export interface ListedQuery extends Omit<CostedQuery, 'window' | 'after'> {
  readonly name: string
  /** The filter of the request, by which the list differs from others with its name. */
  readonly filter?: Pick<ListInput, 'where' | 'parts'> | undefined
  /** The function that plans the read and masks its rows; `planVisible` by default. */
  readonly plan?: typeof planVisible
}

/** The part of a list that a planned read returns. */
interface PlannedPage {
  readonly window: Window
  /** The row after which the page begins; its values can be references. */
  readonly after: Row | null
  readonly before?: Row | null
  readonly isBackward?: boolean | undefined
}

/** C13.2: the list of a filter. The plan of a list can serve other filters of its shape. */
export const identifyList = (
  { name, orderBy, filter = {} }: Pick<ListedQuery, 'name' | 'orderBy' | 'filter'>,
  where: unknown = filter.where,
): ListIdentity => ({ name: `${name}${nameFilter({ ...filter, where })}`, orderBy })

/** The row of a cursor of the list. @throws BAD_USER_INPUT for the cursor of another list. */
const parsePosition = (
  { cursors }: Pick<ReadContext, 'cursors'>,
  { name, orderBy }: ListIdentity,
  cursor: string,
  argument: CursorArgument,
): Row => {
  const position = parseCursor(cursors, orderBy, cursor, argument)
  checkList(position, name)
  return position.row
}

/** Plans the read of one page. */
const planConnection = (
  context: ReaderContext,
  { plan = planVisible, name: _, filter: _filter, ...list }: ListedQuery,
  { window, after, before = null, isBackward = false }: PlannedPage,
): PlannedRead =>
  plan(context, {
    ...list,
    select: {
      ...list.select,
      fields: [...new Set([...list.select.fields, ...list.orderBy.map(({ by }) => by)])],
    },
    window,
    looksAhead: true,
    ...(after && { after }),
    ...(before && { before }),
    ...(isBackward && { isBackward }),
  })

/** The pages of a list, planned once for all cursors. */
export interface PlannedPages extends PlannedRead {
  readonly list: Pick<ListedQuery, 'name' | 'orderBy' | 'filter'>
}

/** The reference to a value of the row of a cursor. */
const nameAfter = (by: string): string => `after ${by}`

/** Plans all first pages, or all further pages. */
export const planPages = (
  context: ReaderContext,
  list: ListedQuery,
  { first, after, before = null, isBackward = false }: ConnectionPage,
): PlannedPages => {
  if (before !== null || isBackward) throw new NotPlannable('Few pages are read backwards.')
  const references = Object.fromEntries(list.orderBy.map(({ by }) => [by, { subject: nameAfter(by) }]))
  const page = { window: createPageWindow(first), after: after === null ? null : references }
  return { ...planConnection(context, list, page), list }
}

/** The values of a cursor for the references. @throws BAD_USER_INPUT; NotPlannable for a row that has no value. */
export const bindAfter = (
  context: Pick<ReadContext, 'cursors'>,
  list: ListIdentity,
  cursor: string,
): ReferenceValues =>
  Object.fromEntries(
    Object.entries(parsePosition(context, list, cursor, 'after')).map(([by, value]) => {
      // No condition with a reference is true for null.
      if (value === null) throw new NotPlannable(`The row of the cursor has no ${by}.`)
      // A cursor contains texts, numbers and times.
      return [nameAfter(by), value as string | number | Date]
    }),
  )

/** C13.4: counts the whole list by the values of a field. The read of a page has paid for the filter of the list. */
export const countValues = async (
  context: ReaderContext,
  list: Pick<ListedQuery, 'from' | 'where' | 'cost'>,
  by: string,
): Promise<readonly ValueCount[]> => {
  const { from, where } = list
  const type = context.model.typeOf(from)
  if (type === undefined) throw new Error(`${from} are not counted by values`)
  const counted = findCountedValues(context, type, by)
  const wheres = counted.values.map((each) => allOf(where, each.where))
  const cost = addCosts([counted.cost, { ...(list.cost ?? FREE), price: 0 }])
  const numbers = await runCharged(context, cost, (reader) => reader.countEach(from, wheres, COUNT_LIMIT + 1))
  return createValueCounts(counted, numbers, COUNT_LIMIT)
}

/** Reads one page (C5.4). */
export const readConnection = async (
  context: ReaderContext,
  list: ListedQuery,
  page: ConnectionPage,
): Promise<Connection> => {
  const { isBackward } = page
  const window = createPageWindow(page.first, isBackward)
  const identity = identifyList(list)
  const parse = (argument: CursorArgument) => {
    const cursor = page[argument] ?? null
    return cursor === null ? null : parsePosition(context, identity, cursor, argument)
  }
  const [after, before] = [parse('after'), parse('before')]
  const planned = planConnection(context, list, { window, after, before, isBackward })
  const rows = await readPlanned(context, planned)
  // The read has paid for its filter.
  const cost = { ...planned.cost, price: 0 }
  const count = (reader: Reader) => reader.count(list.from, list.where, COUNT_LIMIT + 1)
  const totalCount = async () => createCount(await runCharged(context, cost, count))
  const countBy = (by: string) => countValues(context, list, by)
  return createConnection(rows, page, { ...identity, signer: context.cursors, totalCount, countBy })
}
