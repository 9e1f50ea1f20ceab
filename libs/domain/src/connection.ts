import type { Context } from './context.ts'
import { badValue } from './errors.ts'
import { MAX_LIMIT } from './page.ts'
import type { Order, Query, Row } from './reading.ts'
import { readShown } from './showing.ts'

/** Port: makes text that only this service can have made. */
export interface CursorSealer {
  seal(text: string): string
  /** What was sealed; null for anything else. */
  open(cursor: string): string | null
}

/** C5.4: counted no further. */
const COUNT_LIMIT = 10_000

export interface Count {
  readonly value: number
  readonly precision: 'EXACT' | 'AT_LEAST'
}

export interface ConnectionPage {
  /** Null: from the beginning. */
  readonly after: string | null
  /** 1 to 100. */
  readonly first: number
}

/** A page of a list after the Relay cursor specification. */
export interface Connection {
  readonly edges: readonly { readonly node: Row; readonly cursor: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
  readonly totalCount: () => Promise<Count>
}

/** A list that is read by cursor. `name` tells it from every other: a cursor of one is none of another (C5.4). */
export interface ListedQuery extends Omit<Query, 'window' | 'after'> {
  readonly name: string
}

const fingerprintOf = ({ name, orderBy }: ListedQuery): string =>
  [name, ...orderBy.map(({ by, direction }) => `${by} ${direction}`)].join(',')

const valuesOf = (orderBy: readonly Order[], row: Row): readonly unknown[] =>
  orderBy.map(({ by }) => {
    const value = row[by]
    return value instanceof Date ? { at: value.getTime() } : value
  })

const revived = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'at' in value ? new Date(value.at as number) : value

const cursorOf = (context: Context, list: ListedQuery, row: Row): string =>
  context.cursors.seal(JSON.stringify([fingerprintOf(list), valuesOf(list.orderBy, row)]))

/** The values of the row that a cursor stands for. @throws BAD_USER_INPUT for a tampered or borrowed one (C5.4). */
const positionOf = (context: Context, list: ListedQuery, cursor: string): Row => {
  const opened = context.cursors.open(cursor)
  // What was sealed is what `cursorOf` wrote.
  const [fingerprint, values] = opened === null ? [] : (JSON.parse(opened) as [string, unknown[]])
  if (values === undefined || fingerprint !== fingerprintOf(list))
    throw badValue(
      ['after'],
      'is no cursor of this list; use the endCursor of a page of it, in the same order',
    )
  return Object.fromEntries(list.orderBy.map(({ by }, place) => [by, revived(values[place])]))
}

const queryOf = (context: Context, list: ListedQuery, { first, after }: ConnectionPage): Query => {
  if (!Number.isInteger(first) || first < 1 || first > MAX_LIMIT)
    throw badValue(['first'], `must be an integer from 1 to ${MAX_LIMIT}`)
  const fields = [...new Set([...list.select.fields, ...list.orderBy.map(({ by }) => by)])]
  return {
    ...list,
    select: { ...list.select, fields },
    // One more than asked for tells whether there are more.
    window: { limit: first + 1, offset: 0 },
    ...(after !== null && { after: positionOf(context, list, after) }),
  }
}

const counted = async (context: Context, { from, where }: ListedQuery): Promise<Count> => {
  const value = await context.stores.reader.count(from, where, COUNT_LIMIT + 1)
  return value > COUNT_LIMIT ? { value: COUNT_LIMIT, precision: 'AT_LEAST' } : { value, precision: 'EXACT' }
}

/** Reads one page. The rows are counted only when somebody asks. */
export const readConnection = async (
  context: Context,
  list: ListedQuery,
  page: ConnectionPage,
): Promise<Connection> => {
  const rows = await readShown(context, queryOf(context, list, page))
  const edges = rows.slice(0, page.first).map((node) => ({ node, cursor: cursorOf(context, list, node) }))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > page.first,
      hasPreviousPage: page.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: () => counted(context, list),
  }
}
