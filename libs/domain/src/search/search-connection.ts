import { accept } from '../accept.ts'
import { connectionOf, COUNT_LIMIT, countOf, type Connection } from '../connection.ts'
import type { ConnectionPage } from '../page.ts'
import type { Context } from '../context.ts'
import { checkList, positionOf, windowOfPage } from '../cursor.ts'
import type { Order, Row, Selection } from '../reading.ts'
import { escapedHtml } from '../text.ts'
import {
  findHits,
  listSearchTypes,
  readHits,
  scopeOf,
  searchRules,
  type FoundRow,
} from './search-operations.ts'
import { HIT_BEGINS, HIT_ENDS, type SearchHit, type SearchType } from './search-store.ts'

/** Best match first; the id decides between equals. */
const BEST: readonly Order[] = [
  { by: 'score', direction: 'DESC' },
  { by: 'id', direction: 'DESC' },
]

export interface SearchRequest {
  readonly query: string
  readonly types: readonly SearchType[] | undefined
}

/** What of the hits is wanted. */
export interface SearchReading {
  readonly select: Readonly<Record<SearchType, Selection>>
  readonly withSnippets: boolean
}

/** A connection whose nodes carry the hit that they are of. */
export interface SearchConnection extends Omit<Connection, 'edges'> {
  readonly edges: readonly (Connection['edges'][number] & {
    readonly type: SearchType
    readonly score: number
    readonly snippet: string
  })[]
}

/** C5.3: HTML in which everything is escaped and what was found stands in `<mark>`. */
export const snippetHtml = (snippet: string): string =>
  escapedHtml(snippet).replaceAll(HIT_BEGINS, '<mark>').replaceAll(HIT_ENDS, '</mark>')

const after = ({ cursors }: Context, name: string, cursor: string): Pick<SearchHit, 'score' | 'id'> => {
  const position = positionOf(cursors, BEST, cursor)
  checkList(position, name)
  // What the cursor was made of: see `toRow`.
  return position.row as Pick<SearchHit, 'score' | 'id'>
}

const rowOf = ({ hit }: FoundRow): Row => ({ score: hit.score, id: hit.id })

/** `searchAll` (C5.3): all that the caller may read and the text finds, by cursor. */
export const connectSearch = async (
  context: Context,
  request: SearchRequest,
  page: ConnectionPage,
  { select, withSnippets }: SearchReading,
): Promise<SearchConnection> => {
  const { query, types } = accept(searchRules, {
    query: request.query,
    types: request.types ?? listSearchTypes(context.model),
  })
  const [scope, name] = [scopeOf(context, types), `search ${JSON.stringify([query, types])}`]
  const extent = {
    ...windowOfPage(page.first),
    withSnippets,
    ...(page.after !== null && { after: after(context, name, page.after) }),
  }
  const found = await readHits(context, await findHits(context, query, types, extent), select)
  const totalCount = async () =>
    countOf(await context.inShare(() => context.stores.search.count(query, scope, COUNT_LIMIT + 1)))
  const list = { name, orderBy: BEST, signer: context.cursors, totalCount }
  const connection = connectionOf(found.map(rowOf), page, list)
  return {
    ...connection,
    edges: connection.edges.map((edge, place) => withHit(edge, found[place] as FoundRow)),
  }
}

const withHit = ({ cursor }: Connection['edges'][number], { hit, row }: FoundRow) => ({
  cursor,
  node: row,
  type: hit.type,
  score: hit.score,
  snippet: snippetHtml(hit.snippet ?? ''),
})
