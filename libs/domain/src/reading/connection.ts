import { createCursor, type Signer, type ListIdentity } from './cursor.ts'
import type { ConnectionPage } from './page.ts'
import type { Row } from './reading.ts'

/** C5.4: the service counts no further than this number. */
export const COUNT_LIMIT = 10_000

export interface Count {
  readonly value: number
  readonly precision: 'EXACT' | 'AT_LEAST'
}

/** Counts the rows only when a client asks for the count. */
export type Counting = () => Count | Promise<Count>

export const createCount = (value: number): Count =>
  value > COUNT_LIMIT ? { value: COUNT_LIMIT, precision: 'AT_LEAST' } : { value, precision: 'EXACT' }

/** A page of a list after the Relay cursor specification. */
export interface Connection {
  readonly edges: readonly { readonly node: Row; readonly cursor: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
  readonly totalCount: Counting
}

/** Most clients ask for few cursors, and a signature takes longer than all other parts of an edge. */
const createEdge = (node: Row, list: ListIdentity, signer: Signer): Connection['edges'][number] => ({
  node,
  get cursor() {
    return createCursor(signer, list, node)
  },
})

/**
 * Makes a page of `rows`. The reader asks for one more row than a page has: its presence shows that more rows follow.
 */
export const createConnection = (
  rows: readonly Row[],
  { first, after }: ConnectionPage,
  list: ListIdentity & { readonly signer: Signer; readonly totalCount: Counting },
): Connection => {
  const edges = rows.slice(0, first).map((node) => createEdge(node, list, list.signer))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after !== null,
      get startCursor() {
        return edges[0]?.cursor ?? null
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null
      },
    },
    totalCount: list.totalCount,
  }
}
