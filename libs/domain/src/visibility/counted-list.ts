import type { Row } from '../reading/reading.ts'
import { readPlanned, type PlannedRead } from './visibility.ts'
import type { ReaderContext } from './read-context.ts'

/** A window of a list, and the number of all rows of the list. */
export interface CountedRows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Reads the window of a list that the caller may see, and counts all rows no further than `atMost`. */
export const readCounted = async (
  context: ReaderContext,
  planned: PlannedRead,
  atMost: number,
): Promise<CountedRows> => ({
  rows: await readPlanned(context, planned),
  total: await context.stores.reader.count(planned.query.from, planned.query.where, atMost),
})
