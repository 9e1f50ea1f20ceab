import type { Context } from './context.ts'
import type { Window } from './page.ts'
import type { Query, Row, Selection } from './reading.ts'
import { readShown } from './showing.ts'

/** A window of a list, and how many rows it would have in all. */
export interface CountedRows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** What the caller may see of a list; all of it is counted no further than `atMost`. */
export const readCounted = async (context: Context, query: Query, atMost: number): Promise<CountedRows> => ({
  rows: await readShown(context, query),
  total: await context.stores.reader.count(query.from, query.where, atMost),
})

/** The query of a list. Throws if the caller may not read the list. */
type ListQuery = (context: Context, window: Window, select: Selection) => Query

/** The operation that reads a list. */
export const makeList =
  (query: ListQuery) =>
  async (context: Context, window: Window, select: Selection): Promise<readonly Row[]> =>
    readShown(context, query(context, window, select))

/** The same with how many rows there are, counted no further than `atMost`. */
export const makeCountedList =
  (query: ListQuery) =>
  async (context: Context, window: Window, select: Selection, atMost: number): Promise<CountedRows> =>
    readCounted(context, query(context, window, select), atMost)
