import { createCursor, type Signer, type ListIdentity } from './cursor.ts'
import type { ConnectionPage } from './page.ts'
import type { Row } from './reading.ts'

/** C5.4: the service counts no further than this number. */
export const COUNT_LIMIT = 10_000
/** C13.4: the same for a list of a record. */
export const NESTED_COUNT_LIMIT = 1_000

export interface Count {
  readonly value: number
  readonly precision: 'EXACT' | 'AT_LEAST'
}

/** Counts the rows only when a client asks for the count. */
export type Counting = () => Count | Promise<Count>

export const createCount = (value: number, limit = COUNT_LIMIT): Count =>
  value > limit ? { value: limit, precision: 'AT_LEAST' } : { value, precision: 'EXACT' }

/** A value, with the number of records that have it (C13.4). */
export interface ValueCount {
  readonly value: string | null
  readonly count: Count
}

/** Counts the records by the values of a field. */
export type CountingBy = (by: string) => readonly ValueCount[] | Promise<readonly ValueCount[]>

/** A record of a page, with its cursor. */
export interface Edge {
  readonly node: Row
  readonly cursor: string
}

/** A page of a list after the Relay cursor specification. */
export interface Connection {
  readonly edges: readonly Edge[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
  readonly totalCount: Counting
  readonly countBy?: CountingBy | undefined
}

interface SignedList extends ListIdentity {
  readonly signer: Signer
}

// Most clients ask for few cursors, and a signature takes longer than all other parts of an edge. Getters of an object
// literal would make V8 keep a hidden class for each edge until a full collection.
class SignedEdge implements Edge {
  readonly node: Row
  readonly #list: SignedList

  constructor(node: Row, list: SignedList) {
    this.node = node
    this.#list = list
  }

  get cursor(): string {
    return createCursor(this.#list.signer, this.#list, this.node)
  }
}

class PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly Edge[]

  constructor(edges: readonly Edge[], hasNextPage: boolean, hasPreviousPage: boolean) {
    this.#edges = edges
    this.hasNextPage = hasNextPage
    this.hasPreviousPage = hasPreviousPage
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

interface Bounds {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

const findBounds = (
  hasMore: boolean,
  { after, before = null, isBackward = false }: ConnectionPage,
): Bounds =>
  isBackward
    ? { hasNextPage: before !== null, hasPreviousPage: hasMore || after !== null }
    : { hasNextPage: hasMore || before !== null, hasPreviousPage: after !== null }

/**
 * Makes a page of `rows`. The reader asks for one more row than a page has: its presence shows that more rows follow. The last
 * rows come in the reverse order.
 */
export const createConnection = (
  rows: readonly Row[],
  page: ConnectionPage,
  list: SignedList & Pick<Connection, 'totalCount' | 'countBy'>,
): Connection => {
  const shown = rows.slice(0, page.first)
  const inOrder = page.isBackward ? shown.toReversed() : shown
  const edges = inOrder.map((node) => new SignedEdge(node, list))
  const { hasNextPage, hasPreviousPage } = findBounds(rows.length > page.first, page)
  return {
    edges,
    pageInfo: new PageInfo(edges, hasNextPage, hasPreviousPage),
    totalCount: list.totalCount,
    countBy: list.countBy,
  }
}
