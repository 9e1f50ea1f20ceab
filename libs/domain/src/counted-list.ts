import type { Context } from './context.ts'
import type { Query, Row } from './reading.ts'
import { readVisible } from './visibility.ts'

/** A window of a list, and how many rows it would have in all. */
export interface CountedRows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** What the caller may see of a list; all of it is counted no further than `atMost`. */
export const readCounted = async (context: Context, query: Query, atMost: number): Promise<CountedRows> => ({
  rows: await readVisible(context, query),
  total: await context.stores.reader.count(query.from, query.where, atMost),
})
