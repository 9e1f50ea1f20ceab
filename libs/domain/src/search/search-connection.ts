import type { ReadContext } from '../visibility/read-context.ts'
import { accept } from '../rules/accept.ts'
import type { ContentModel } from '../model/content-model.ts'
import {
  createConnection,
  COUNT_LIMIT,
  createCount,
  type Connection,
  type Count,
  type Edge,
} from '../reading/connection.ts'
import type { ConnectionPage } from '../reading/page.ts'
import type { Context } from '../context/context.ts'
import { checkList, parseCursor, createPageWindow } from '../reading/cursor.ts'
import type { Order, Row, Selection } from '../reading/reading.ts'
import { escapeHtml } from '../rules/text.ts'
import { nameFilter } from '../visibility/lists/list-input.ts'
import { parseSearchFilter } from './search-filter.ts'
import {
  countHitsByType,
  findHits,
  listSearchTypes,
  readHits,
  createScope,
  searchRules,
  type FoundRow,
} from './search-operations.ts'
import { HIT_BEGINS, HIT_ENDS, type SearchHit, type SearchType } from './search-store.ts'

/** Best match first; the id orders equal matches. */
const BEST: readonly Order[] = [
  { by: 'score', direction: 'DESC' },
  { by: 'id', direction: 'DESC' },
]

export interface SearchRequest {
  readonly query: string
  readonly types: readonly SearchType[] | undefined
  /** C13.7. */
  readonly where?: unknown
}

/** The selected parts of the hits. */
export interface SearchReading {
  readonly select: Readonly<Record<SearchType, Selection>>
  readonly withSnippets: boolean
  /** How the interface shows the record of a hit. */
  readonly show: (type: SearchType, row: Row) => Row
}

/** A connection whose edges contain their hit. */
export interface SearchConnection extends Omit<Connection, 'edges'> {
  readonly edges: readonly SearchEdge[]
}

/** C5.3: escaped HTML, with the found words in `<mark>`. */
export const renderSnippet = (snippet: string): string =>
  escapeHtml(snippet).replaceAll(HIT_BEGINS, '<mark>').replaceAll(HIT_ENDS, '</mark>')

export class SearchEdge implements Edge {
  readonly node: Row
  readonly #edge: Edge
  readonly #hit: SearchHit

  constructor(node: Row, edge: Edge, hit: SearchHit) {
    this.node = node
    this.#edge = edge
    this.#hit = hit
  }

  get score(): number {
    return this.#hit.score
  }

  get snippet(): string {
    return renderSnippet(this.#hit.snippet ?? '')
  }

  get cursor(): string {
    return this.#edge.cursor
  }
}

const parseAfter = (
  { cursors }: ReadContext,
  name: string,
  cursor: string,
): Pick<SearchHit, 'score' | 'id'> => {
  const position = parseCursor(cursors, BEST, cursor, 'after')
  checkList(position, name)
  // The members that `toCursorRow` has put into the cursor.
  return position.row as Pick<SearchHit, 'score' | 'id'>
}

const toCursorRow = ({ hit }: FoundRow): Row => ({ score: hit.score, id: hit.id })

/** All types, in the order that the cursors of earlier releases contain. */
const listUsersFirst = (model: ContentModel): readonly SearchType[] =>
  listSearchTypes(model).toSorted((a, b) => Number(b === 'USER') - Number(a === 'USER'))

/** `searchAll` (C5.3): the matching records that the caller may read, by cursor. */
export const connectSearch = async (
  context: Context,
  request: SearchRequest,
  page: ConnectionPage,
  { select, withSnippets, show }: SearchReading,
): Promise<SearchConnection> => {
  const { query, types } = accept(searchRules, {
    query: request.query,
    types: request.types ?? listUsersFirst(context.model),
  })
  const filter = parseSearchFilter(context, request.where)
  const scope = createScope(context, types, filter)
  const name = `search ${JSON.stringify([query, types])}${nameFilter({ where: request.where })}`
  const extent = {
    ...createPageWindow(page.first),
    withSnippets,
    ...(page.after !== null && { after: parseAfter(context, name, page.after) }),
  }
  const found = await readHits(context, await findHits(context, { query, types, filter }, extent), select)
  let count: Promise<Count> | undefined
  const totalCount = () =>
    (count ??= context
      .inShare(() => context.stores.search.count(query, scope, COUNT_LIMIT + 1))
      .then((value) => createCount(value)))
  const countBy = () => countHitsByType(context, { query, types, filter })
  const list = { name, orderBy: BEST, signer: context.cursors, totalCount, countBy }
  const connection = createConnection(found.map(toCursorRow), page, list)
  const edges = connection.edges.map((edge, place) => {
    const { hit, row } = found[place] as FoundRow
    return new SearchEdge(show(hit.type, row), edge, hit)
  })
  return { ...connection, edges }
}
