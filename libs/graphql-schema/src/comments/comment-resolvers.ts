import {
  articleId,
  atVersion,
  commentId,
  createComment,
  deleteComment,
  readKnownComment,
  unconditional,
  updateComment,
  type CommentId,
  type Context,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { selected } from '../reading/plans.ts'
import type { RootResolvers } from '../resolvers.ts'

const show = (context: Context, id: CommentId, info: GraphQLResolveInfo) =>
  readKnownComment(context, id, selected('Comment', info))

export const commentMutations: RootResolvers = {
  createComment: async (_, { articleId: on, content }, context, info) =>
    show(context, (await createComment(context, articleId(on), content)).id, info),
  updateComment: async (_, { id, content, version }, context, info) =>
    show(context, (await updateComment(context, commentId(id), content, atVersion(version))).id, info),
  deleteComment: async (_, { id }, context) => {
    await deleteComment(context, commentId(id), unconditional)
    return true
  },
}
