/** The entry for teams. What only the other libraries need has the entry of its folder, such as `/articles`. */

export {
  badUserInput,
  conflict,
  ContentError,
  type ErrorCode,
  notFound,
  type Problem,
} from './rules/errors.ts'
export { compareDecimals, type Decimal } from './rules/decimal.ts'
export type { ArticleId, CommentId, UserId } from './rules/ids.ts'
export { mayOnAny, requireUser } from './access/access.ts'
export type { Caller, Permission } from './access/content-policy.ts'
export type { ModelRole } from './access/model-role.ts'
export type { ContentModel } from './model/content-model.ts'
export { extendType } from './model/types/extend-type.ts'
/** The builders of fields: `field.line(80, { about: 'The label.' })`. */
export * as field from './model/fields/field-builders.ts'
export type { RecordId } from './model/fields/field.ts'
export type {
  HandlerAnswer,
  HandlerContext,
  HandlerDeclaration,
  HandlerEvent,
  HandlerMail,
} from './model/handlers/handler.ts'
export type { GraphqlAnswer } from './model/graphql-answer.ts'
export type { ModelOptions, RoleDeclaration } from './model/roles/model-options.ts'
export { operation } from './model/service-operations/operation.ts'
export type {
  OperationContext,
  OutputOf,
  ServiceOperation,
  ServiceOperationDeclaration,
} from './model/service-operations/service-operation.ts'
export { namePermission } from './model/types/record-permissions.ts'
export type { CheckProblem, RecordCheck } from './model/types/record-check.ts'
export type { RecordType } from './model/types/record-type.ts'
export type { RecordOf } from './model/types/record-values.ts'
export { record } from './model/types/record.ts'
export { COUNT_LIMIT } from './reading/connection.ts'
export { allOf, type RelatedSelection, type Row, type Selection } from './reading/reading.ts'
export type { Context, Stores } from './context/context.ts'
export { atVersion, unconditional } from './context/precondition.ts'
export { countRows, type ListOperation, listRows } from './operations/read-operations.ts'
export { createArticle } from './articles/article-operations.ts'
export { type ArticleFilters, articleList } from './articles/article-reading.ts'
export { Article } from './articles/article.ts'
export { listLikedIds } from './articles/liked-articles.ts'
export { createServiceAuditContext } from './audit/audit-entry.ts'
export { createComment, deleteComment } from './comments/comment-operations.ts'
export { commentList } from './comments/comment-reading.ts'
export { Comment } from './comments/comment.ts'
export { readPolicyFile } from './policy-file/operator-policy.ts'
export { defaultPolicyFile, type OperatorPolicy, readPolicy } from './policy-file/policy-file.ts'
export { Category, Product } from './products/product.ts'
export { deleteRecord } from './records/deletion/delete-record.ts'
export { likeRecord, unlikeRecord } from './records/likes/like-operations.ts'
export { createRecord, updateRecord } from './records/record-operations.ts'
export { declareRecordList, declareRecordRead } from './records/record-reading.ts'
export { followUser, listFollowedIds, unfollowUser } from './users/follow-operations.ts'
export { createUser } from './users/sign-up/account-creation.ts'
export { computeIssuedAt } from './users/tokens.ts'
export { updateUser } from './users/user-updates.ts'
export { User } from './users/user.ts'
export { builtInModel, contentModel, contentPolicy } from './service/content-types.ts'
export { createContext } from './service/create-context.ts'
export { OPERATIONS } from './service/operations.ts'
