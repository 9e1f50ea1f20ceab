import { bindCaller, NotPlannable } from '../access/planned-caller.ts'
import { COUNT_LIMIT, createConnection, createCount, type Connection } from '../reading/connection.ts'
import type { ConnectionPage } from '../reading/page.ts'
import {
  ManyLinked,
  type PreparedQuery,
  type Reader,
  type ReferenceValues,
  type Row,
  type Times,
} from '../reading/reading.ts'
import type { Lead } from './lists/filter-facts.ts'
import { bindAfter, identifyList, type PlannedPages } from './connected-list.ts'
import { showRows, type PlannedRead } from './visibility.ts'
import type { ReaderContext } from './read-context.ts'

/** A planned read that runs many times, for all callers of one shape. */
export interface PreparedRead {
  /** The characters of its statements. */
  readonly length: number
  /** The requests that each run costs, which the caller of `run` charges. */
  readonly price: number
  /**
   * Reads the rows, and returns the parts that the caller may see: within the budget of the request, or at most `atMost` bytes
   * at once. @throws QUERY_TOO_COMPLEX (C12.5).
   */
  run(context: ReaderContext, values: ReferenceValues, atMost?: number): Promise<readonly Row[]>
}

type Find = (context: ReaderContext, values: ReferenceValues, atMost?: number) => Promise<readonly Row[]>

/** Runs a query. If the link that should lead to few records leads to many, the query waits in the queue of searches. */
const createFind =
  (query: PreparedQuery, lead: Lead | undefined): Find =>
  async ({ stores: { reader }, inShare }, values, atMost) => {
    if (!lead) return query.find(reader, values, atMost)
    try {
      return await query.find(reader, values, atMost)
    } catch (error) {
      if (!(error instanceof ManyLinked)) throw error
      return inShare(() => query.find(reader.asSearch(lead.path), values, atMost))
    }
  }

/** @throws NotPlannable for lists that no index serves, or that look for words: each of their reads waits in the queue of searches. */
export const prepareRead = (reader: Reader, planned: PlannedRead, times?: Times): PreparedRead => {
  const { price, unserved, lead, lists, seeksWords } = planned.cost
  if (seeksWords) throw new NotPlannable('The list looks for words.')
  if (unserved !== null) throw new NotPlannable(`No index serves ${unserved}.`)
  const query = reader.prepare({ ...planned.query, lead: lead?.condition }, times)
  const find = createFind(query, lead)
  return {
    length: query.length,
    price,
    run: async (context, values, atMost) => {
      context.noteLists?.(lists)
      const bound = { ...values, ...bindCaller(context.caller) }
      return showRows(context, planned, await find(context, bound, atMost))
    },
  }
}

/** The number of the rows of a planned read in all windows, as `count` of one row. */
export const prepareCount = (
  reader: Reader,
  { query: rows, cost: { lead } }: Pick<PlannedRead, 'query' | 'cost'>,
  atMost: number,
): PreparedRead => {
  const query = reader.prepareCount({ ...rows, lead: lead?.condition }, atMost)
  const find = createFind(query, lead)
  return {
    length: query.length,
    price: 0,
    run: (context, values) => find(context, { ...values, ...bindCaller(context.caller) }),
  }
}

/** A page of a list whose filter has slots: the filter of the request, and the values of the slots. */
export interface FilteredPage extends ConnectionPage {
  readonly where?: unknown
  readonly values?: ReferenceValues
}

/** The pages of a list by cursor. */
export interface PreparedPages extends Pick<PreparedRead, 'length' | 'price'> {
  run(context: ReaderContext, page: FilteredPage, atMost?: number): Promise<Connection>
}

/** Prepares pages. Without `isCounted`, no client may ask for the total count. */
export const preparePages = (
  reader: Reader,
  planned: PlannedPages,
  { isCounted }: { readonly isCounted: boolean },
): PreparedPages => {
  const rows = prepareRead(reader, planned)
  const total = isCounted ? prepareCount(reader, planned, COUNT_LIMIT + 1) : null
  return {
    length: rows.length + (total?.length ?? 0),
    price: rows.price,
    run: async (context, page, atMost) => {
      const { after, where, values = {} } = page
      const list = identifyList(planned.list, where)
      const position = after === null ? {} : bindAfter(context, list, after)
      const [shown, counted] = await Promise.all([
        rows.run(context, { ...values, ...position }, atMost),
        total?.run(context, values),
      ])
      const totalCount = () => createCount(Number(counted?.[0]?.['count']))
      return createConnection(shown, page, { ...list, signer: context.cursors, totalCount })
    },
  }
}
