import { COUNT_LIMIT, createConnection, createCount, type Connection } from '../reading/connection.ts'
import type { ConnectionPage } from '../reading/page.ts'
import type { PrepareOptions, Query, Reader, ReferenceValues, Row } from '../reading/reading.ts'
import { isTooLarge } from '../reading/response-budget.ts'
import { bindCaller } from './planning-context.ts'
import { bindAfter, type PlannedPages } from './connected-list.ts'
import { showRows, type PlannedRead } from './visibility.ts'
import type { ReaderContext } from './read-context.ts'

/** A planned read that runs many times, for all callers of one shape. */
export interface PreparedRead {
  /** The characters of its statements. */
  readonly length: number
  /** Reads the rows, and returns the parts that the caller may see. */
  run(context: ReaderContext, values: ReferenceValues): Promise<readonly Row[]>
}

export const prepareRead = (reader: Reader, planned: PlannedRead, options: PrepareOptions): PreparedRead => {
  const query = reader.prepare(planned.query, options)
  return {
    length: query.length,
    run: async (context, values) =>
      showRows(context, planned, await query.find(context.stores.reader, bindCaller(context.caller, values))),
  }
}

/** Reads in the general way without a prepared read, and if its result is too large for one. */
export const readEither = <Prepared, Result>(
  prepared: Prepared | null,
  run: (prepared: Prepared) => Promise<Result>,
  inGeneral: () => Promise<Result>,
): Promise<Result> =>
  prepared === null
    ? inGeneral()
    : run(prepared).catch((error: unknown) => {
        if (isTooLarge(error)) return inGeneral()
        throw error
      })

/** The number of the rows of a query in all windows, as `count` of one row. */
export const prepareCount = (reader: Reader, rows: Query, atMost: number): PreparedRead => {
  const query = reader.prepareCount(rows, atMost)
  return {
    length: query.length,
    run: ({ stores, caller }, values) => query.find(stores.reader, bindCaller(caller, values)),
  }
}

/** The pages of a list by cursor. */
export interface PreparedPages extends Pick<PreparedRead, 'length'> {
  run(context: ReaderContext, page: ConnectionPage): Promise<Connection>
}

/** Prepares pages. Without `isCounted`, no client may ask for the total count. */
export const preparePages = (
  reader: Reader,
  planned: PlannedPages,
  { isCounted, ...options }: PrepareOptions & { readonly isCounted: boolean },
): PreparedPages => {
  const rows = prepareRead(reader, planned, options)
  const total = isCounted ? prepareCount(reader, planned.query, COUNT_LIMIT + 1) : null
  return {
    length: rows.length + (total?.length ?? 0),
    run: async (context, page) => {
      const after = page.after === null ? {} : bindAfter(context, planned.list, page.after)
      const [shown, counted] = await Promise.all([rows.run(context, after), total?.run(context, {})])
      const totalCount = () => createCount(Number(counted?.[0]?.['count']))
      return createConnection(shown, page, { ...planned.list, signer: context.cursors, totalCount })
    },
  }
}
