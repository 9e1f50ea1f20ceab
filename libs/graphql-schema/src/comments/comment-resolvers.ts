import {
  parseArticleId,
  atVersion,
  parseCommentId,
  createComment,
  deleteComment,
  readWritten,
  unconditional,
  updateComment,
  type CommentId,
  type Context,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { removeNulls } from '../input-errors.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'
import type { MutationResolvers } from '../resolver-types.ts'

const show = (context: Context, id: CommentId, info: GraphQLResolveInfo) =>
  requireRow(readWritten(context, 'comments', id, readSelection('Comment', info)))

export const commentMutations = {
  createComment: async (_, { articleId: on, ...given }, context, info) =>
    show(context, (await createComment(context, parseArticleId(on), removeNulls(given))).id, info),
  updateComment: async (_, { id, version, ...change }, context, info) =>
    show(context, (await updateComment(context, parseCommentId(id), change, atVersion(version))).id, info),
  deleteComment: async (_, { id }, context) => {
    await deleteComment(context, parseCommentId(id), unconditional)
    return true
  },
} satisfies Partial<MutationResolvers>
