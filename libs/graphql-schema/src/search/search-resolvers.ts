import {
  bestMatch,
  connectSearch,
  readHits,
  type Context,
  type SearchConnection,
  type SearchHit,
  type SearchType,
  type Selection,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { connectionPage, isSelected, selectedNodes } from '../reading/connections.ts'
import { selected } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { QueryResolvers } from '../resolver-types.ts'

const MEMBERS = {
  ARTICLE: 'Article',
  USER: 'User',
  COMMENT: 'Comment',
  PRODUCT: 'Product',
} as const satisfies Readonly<Record<SearchType, string>>

type Selections = Readonly<Record<SearchType, Selection>>

const selectionsBy = (select: (type: string) => Selection): Selections => ({
  ARTICLE: select('Article'),
  USER: select('User'),
  COMMENT: select('Comment'),
  PRODUCT: select('Product'),
})

/** Read with the caller's permissions: the record may have changed since the search found it. */
const readHit = async (context: Context, hit: SearchHit, info: GraphQLResolveInfo) => {
  const [found] = await readHits(
    context,
    [hit],
    selectionsBy((type) => selected(type, info)),
  )
  return { __typename: MEMBERS[hit.type], ...(await stillThere(Promise.resolve(found?.row ?? null))) }
}

/** The node under the name of its type, by which the union is told apart. */
const asMember = ({ type, node, ...edge }: SearchConnection['edges'][number]) => ({
  ...edge,
  node: { __typename: MEMBERS[type], ...node },
})

export const searchQueries = {
  search: async (_, { query }, context, info) => readHit(context, await bestMatch(context, query), info),
  searchAll: async (_, { query, types, ...page }, context, info) => {
    const reading = {
      select: selectionsBy((type) => selectedNodes(type, info)),
      withSnippets: isSelected(['edges', 'snippet'], info),
    }
    const request = { query, types: types ?? undefined }
    const { edges, ...connection } = await connectSearch(context, request, connectionPage(page), reading)
    return { ...connection, edges: edges.map(asMember) }
  },
} satisfies Partial<QueryResolvers>
