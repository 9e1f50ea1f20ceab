import type { Reader, Row } from '../reading/reading.ts'
import { runCharged, showRows, type PlannedRead } from './visibility.ts'
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
): Promise<CountedRows> => {
  const { from, where } = planned.query
  const read = async (reader: Reader) => ({
    found: await reader.find(planned.query),
    total: await reader.count(from, where, atMost),
  })
  const { found, total } = await runCharged(context, planned.cost, read)
  return { rows: await showRows(context, planned, found), total }
}
