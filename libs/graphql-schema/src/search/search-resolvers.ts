import {
  articleId,
  bestMatch,
  commentId,
  productId,
  readKnownArticle,
  readKnownComment,
  readKnownUser,
  readProduct,
  userId,
  type Context,
  type Row,
  type SearchHit,
  type SearchType,
  type Selection,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { selected, type PlannedType } from '../reading/plans.ts'
import type { RootResolvers } from '../resolvers.ts'

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
  return { __typename: type, ...(await read(context, hit.id, selected(type, info))) }
}

export const searchQueries: RootResolvers = {
  search: async (_, { query }, context, info) => readHit(context, await bestMatch(context, query), info),
}
