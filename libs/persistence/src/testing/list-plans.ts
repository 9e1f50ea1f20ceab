import type { Context, ListOperation, Row } from '@content-service/domain'
import type { Query } from '@content-service/domain/internal/reading'
import { findOperation } from '@content-service/domain/internal/service'
import { profileList } from '@content-service/domain/internal/users'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { prepareStatement } from '../statements/prepared-statement.ts'
import { queryStatement } from '../reading/query-statement.ts'
import { Tables } from '../tables/tables.ts'
import { explain, explainPrepared, type Plan } from './explain.ts'

/** A list as a client asks for it. */
export interface AskedList {
  readonly of: string
  readonly where?: unknown
  readonly orderBy?: unknown
  readonly short?: Readonly<Record<string, unknown>>
  /** The last page, and one that ends before a row. */
  readonly isBackward?: boolean
}

/** The plans of the pages of a list, each for a statement that runs once and for a prepared one. */
export interface ListPlans {
  /** What no index serves, by the words of the price (C13.6). */
  readonly unserved: string | null
  /** The first page, and one that begins after the row in the middle; none if the list has no such row. */
  readonly pages: readonly Plan[]
}

const LIMIT = 20

const createQuery = async (
  context: Context,
  { of, where, orderBy, short, isBackward = false }: AskedList,
) => {
  // The model has a list with this name.
  // Both interfaces read users with lists of their own.
  const operation = (of === 'users' ? profileList : findOperation(context.model, of)) as ListOperation
  const listing = await operation.list(context, { where, orderBy, ...short })
  const query: Query = {
    from: operation.from,
    where: listing.where,
    orderBy: listing.orderBy,
    window: { limit: LIMIT, offset: 0 },
    select: { fields: ['id'] },
    ...(isBackward && { isBackward }),
  }
  return { query, unserved: listing.cost?.unserved ?? null }
}

const findRow = async (context: Context, query: Query, offset: number): Promise<Row | undefined> => {
  const fields = query.orderBy.map(({ by }) => by)
  const [row] = await context.stores.reader.find({
    ...query,
    window: { limit: 1, offset },
    select: { fields },
  })
  return row
}

const writeValue = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

const prepare = (tables: Tables, query: Query, after: Row | undefined) => {
  const hasValues = after !== undefined && Object.values(after).every((value) => value !== null)
  if (after !== undefined && !hasValues) return null
  const names = Object.keys(after ?? {})
  const references = Object.fromEntries(names.map((name) => [name, { subject: name }]))
  const { text, bind } = prepareStatement(
    queryStatement(tables, after ? turn(query, references) : query, null),
  )
  const values = Object.fromEntries(names.map((name) => [name, writeValue(after?.[name])]))
  return { text, values: bind(values).map(writeValue) }
}

/** The same list on the page that begins after a row, or ends before it. */
const turn = (query: Query, row: Row): Query =>
  query.isBackward ? { ...query, before: row } : { ...query, after: row }

/** Explains the pages of a list for the caller of the context. The page in the middle begins after `middle` rows. */
export const explainList = async (
  em: SqlEntityManager,
  context: Context,
  { middle, ...asked }: AskedList & { readonly middle: number },
): Promise<ListPlans> => {
  const tables = new Tables(context.model)
  const { query, unserved } = await createQuery(context, asked)
  const rows = [undefined, await findRow(context, query, middle)]
  const pages: Plan[] = []
  for (const after of rows.filter((row, at) => at === 0 || row !== undefined)) {
    pages.push(await explain(em, queryStatement(tables, after ? turn(query, after) : query, null)))
    const prepared = prepare(tables, query, after)
    if (prepared) pages.push(await explainPrepared(em, prepared.text, prepared.values))
  }
  return { unserved, pages }
}
