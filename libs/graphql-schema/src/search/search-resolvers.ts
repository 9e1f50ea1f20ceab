import {
  articleId,
  bestMatch,
  commentId,
  connectSearch,
  productId,
  readKnownArticle,
  readKnownComment,
  readKnownUser,
  readProduct,
  userId,
  type Context,
  type Row,
  type SearchConnection,
  type SearchHit,
  type SearchReading,
  type SearchType,
  type Selection,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { connectionPage, isSelected, selectedNodes } from '../reading/connections.ts'
import { selected, type PlannedType } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { QueryResolvers } from '../resolver-types.ts'

type Read = (context: Context, id: string, select: Selection) => Promise<Row | null>

/** An id that the search itself has found is one of ours. */
const found = <Id>(id: Id | null): Id => {
  if (id === null) throw new Error('the search found a malformed id')
  return id
}

const MEMBERS: { readonly [T in SearchType]: { readonly type: PlannedType; readonly read: Read } } = {
  ARTICLE: {
    type: 'Article',
    read: (context, id, select) => readKnownArticle(context, found(articleId(id)), select),
  },
  USER: { type: 'User', read: (context, id, select) => readKnownUser(context, found(userId(id)), select) },
  COMMENT: {
    type: 'Comment',
    read: (context, id, select) => readKnownComment(context, found(commentId(id)), select),
  },
  PRODUCT: { type: 'Product', read: (context, id, select) => readProduct(context, productId(id), select) },
}

const readHit = async (context: Context, hit: SearchHit, info: GraphQLResolveInfo) => {
  const { type, read } = MEMBERS[hit.type]
  return { __typename: type, ...(await stillThere(read(context, hit.id, selected(type, info)))) }
}

/** What is selected of each type that a node can be. */
const selections = (info: GraphQLResolveInfo): SearchReading['select'] => {
  const of = (type: SearchType): Selection => selectedNodes(MEMBERS[type].type, info)
  return { ARTICLE: of('ARTICLE'), USER: of('USER'), COMMENT: of('COMMENT'), PRODUCT: of('PRODUCT') }
}

/** The node under the name of its type, by which the union is told apart. */
const asMember = ({ type, node, ...edge }: SearchConnection['edges'][number]) => ({
  ...edge,
  node: { __typename: MEMBERS[type].type, ...node },
})

export const searchQueries = {
  search: async (_, { query }, context, info) => readHit(context, await bestMatch(context, query), info),
  searchAll: async (_, { query, types, ...page }, context, info) => {
    const reading = { select: selections(info), withSnippets: isSelected(['edges', 'snippet'], info) }
    const request = { query, types: types ?? undefined }
    const { edges, ...connection } = await connectSearch(context, request, connectionPage(page), reading)
    return { ...connection, edges: edges.map(asMember) }
  },
} satisfies Partial<QueryResolvers>
