import { type ContentModel, type Context, type Row, type Selection } from '@content-service/domain'
import {
  findBestMatch,
  connectSearch,
  readHits,
  type SearchEdge,
  type SearchHit,
  type SearchType,
} from '@content-service/domain/search'
import type { GraphQLResolveInfo } from 'graphql'
import { parsePage, isSelected, selectNodes } from '../reading/connections.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'
import type { QueryResolvers } from '../resolver-types.ts'

type Selections = Readonly<Record<SearchType, Selection>>

const mapSelections = ({ searches }: ContentModel, select: (type: string) => Selection): Selections =>
  Object.fromEntries(searches.map(({ type, name }) => [type, select(name)]))

/** The member of the union for a hit. */
const nameMember = ({ searches }: ContentModel, hit: SearchType): string | undefined =>
  searches.find(({ type }) => type === hit)?.name

/** Reads the record of a hit with the caller's permissions: the record may have changed since the search. */
const readHit = async (context: Context, hit: SearchHit, info: GraphQLResolveInfo) => {
  const [found] = await readHits(
    context,
    [hit],
    mapSelections(context.model, (type) => readSelection(type, info)),
  )
  const record = await requireRow(Promise.resolve(found?.row ?? null))
  return { __typename: nameMember(context.model, hit.type), ...record }
}

/** An edge whose node has the name of its type, by which the resolver of the union finds its type. */
class MemberEdge {
  readonly node: Row
  readonly #edge: SearchEdge

  constructor(model: ContentModel, edge: SearchEdge) {
    this.node = { __typename: nameMember(model, edge.type), ...edge.node }
    this.#edge = edge
  }

  get cursor(): string {
    return this.#edge.cursor
  }

  get score(): number {
    return this.#edge.score
  }

  get snippet(): string {
    return this.#edge.snippet
  }
}

export const searchQueries = {
  search: async (_, { query }, context, info) => readHit(context, await findBestMatch(context, query), info),
  searchAll: async (_, { query, types, ...page }, context, info) => {
    const reading = {
      select: mapSelections(context.model, (type) => selectNodes(type, info)),
      withSnippets: isSelected(['edges', 'snippet'], info),
    }
    const request = { query, types: types ?? undefined }
    const { edges, ...connection } = await connectSearch(context, request, parsePage(page), reading)
    return { ...connection, edges: edges.map((edge) => new MemberEdge(context.model, edge)) }
  },
} satisfies Partial<QueryResolvers>
