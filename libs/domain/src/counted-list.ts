import type { Context } from './context.ts'
import type { Query, Row } from './reading.ts'
import { readVisible } from './visibility.ts'

/** A window of a list, and the number of all rows of the list. */
export interface CountedRows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Reads the window of a list that the caller may see, and counts all rows no further than `atMost`. */
export const readCounted = async (context: Context, query: Query, atMost: number): Promise<CountedRows> => ({
  rows: await readVisible(context, query),
  total: await context.stores.reader.count(query.from, query.where, atMost),
})
