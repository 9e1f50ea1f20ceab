import { type ContentModel, type Context, type Row, type Selection } from '@content-service/domain'
import {
  findBestMatch,
  connectSearch,
  readHits,
  type SearchHit,
  type SearchType,
} from '@content-service/domain/internal/search'
import type { GraphQLResolveInfo } from 'graphql'
import { isSelected, selectNodes } from '../reading/connections.ts'
import { parsePage } from '../reading/page-arguments.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'
import type { QueryResolvers } from '../contract/resolver-types.ts'

type Selections = Readonly<Record<SearchType, Selection>>

const mapSelections = ({ searches }: ContentModel, select: (type: string) => Selection): Selections =>
  Object.fromEntries(searches.map(({ type, name }) => [type, select(name)]))

/** The record of a hit with the name of its type, by which the resolver of the union finds its type. */
const nameMember = ({ searches }: ContentModel, hit: SearchType, row: Row): Row => ({
  __typename: searches.find(({ type }) => type === hit)?.name,
  ...row,
})

/** Reads the record of a hit with the caller's permissions: the record may have changed since the search. */
const readHit = async (context: Context, hit: SearchHit, info: GraphQLResolveInfo) => {
  const [found] = await readHits(
    context,
    [hit],
    mapSelections(context.model, (type) => readSelection(type, info)),
  )
  return nameMember(context.model, hit.type, await requireRow(Promise.resolve(found?.row ?? null)))
}

export const searchQueries = {
  search: async (_, { query, where }, context, info) =>
    readHit(context, await findBestMatch(context, query, where), info),
  searchAll: (_, { query, types, where, ...page }, context, info) => {
    const { model } = context
    const reading = {
      select: mapSelections(model, (type) => selectNodes(type, info)),
      withSnippets: isSelected(['edges', 'snippet'], info),
      show: (type: SearchType, row: Row) => nameMember(model, type, row),
    }
    // `counts` has a resolver of its own.
    return connectSearch(
      context,
      { query, types: types ?? undefined, where },
      parsePage(page),
      reading,
    ) as never
  },
} satisfies Partial<QueryResolvers>
