export { findProblems, type Rules } from './rules/accept.ts'
export * from './access/access.ts'
export * from './explanation/access-records.ts'
export {
  explainAccess,
  findHindrance,
  explainUserAccess,
  type AccessExplanation,
  type AccessQuestion,
} from './explanation/access-explanation.ts'
export { Semaphore, type SemaphoreLimits } from './context/semaphore.ts'
export { isObject } from './rules/is-object.ts'
export { groupThousands } from './model/group-thousands.ts'
export { checkMemberCount } from './rules/member-count.ts'
export { nameAccount, type Attempt, type ThrottleSubject, type Throttle } from './context/throttle.ts'
export type {
  BuiltInPermission,
  Caller,
  ContentPolicy,
  DeclaredPermission,
  Permission,
} from './access/content-policy.ts'
export type { PlannedPages } from './visibility/connected-list.ts'
export { COUNT_LIMIT, type Connection, type Count, type Counting } from './reading/connection.ts'
export type { Signer } from './reading/cursor.ts'
export { defaultPolicyFile, readPolicy, type OperatorPolicy } from './policy-file/policy-file.ts'
export { readPolicyFile } from './policy-file/operator-policy.ts'
export type { CountedRows } from './visibility/counted-list.ts'
export { createContext, DEFAULT_SETTINGS } from './service/create-context.ts'
export type { Context, DomainSettings, KeyedHash, Origin, Stores } from './context/context.ts'
export {
  badUserInput,
  badValue,
  prefixPath,
  conflict,
  ContentError,
  ERROR_STATUS,
  IdempotencyConflict,
  InvalidValue,
  linkedTo,
  notFound,
  RateLimited,
  type ErrorCode,
  type Problem,
} from './rules/errors.ts'
export * from './rules/ids.ts'
export * from './reading/page.ts'
export { atVersion, unconditional, type Precondition } from './context/precondition.ts'
export type { Relation } from './model/collections.ts'
export type { BuiltInCollection } from './service/collections.ts'
export type { ShownRecord } from './access/access.ts'
export { nameCaller } from './access/caller.ts'
export * from './reading/reading.ts'
export { computeSkippingPrice, PRICES, UNLIMITED_QUOTA, type Quota } from './context/quota.ts'
export {
  DEFAULT_RESPONSE_LIMIT,
  ResponseBudget,
  responseHasNoRoom,
  responseTooLarge,
  measureSize,
  type LargeResults,
} from './reading/response-budget.ts'
export { COST_OF_A_REQUEST, computeRequestWeight } from './context/request-weight.ts'
export { shareEventReads } from './live/shared-event-reads.ts'
export { createShownRecord } from './visibility/shown-records.ts'
export { filterListed, filterVisibleUsers } from './visibility/visible-rows.ts'
export { isAlwaysShown, readWritten, readWrittenRows, writeAtOnce } from './operations/write-response.ts'
export { fullDate, pointInTime, timestamp } from './rules/time.ts'
export { escapeHtml, MAX_WORDS, quote, requireStorable, createTextRule } from './rules/text.ts'

export { createWordCharge } from './context/written-words.ts'
export { withAudit, runAudited, auditRefusals, noteRefusal } from './audit/run-audited.ts'
export type { RefusedOperation } from './audit/refusals.ts'
export * from './audit/audit-entry.ts'
export type { AuditStore, RefusedEntry } from './audit/audit-store.ts'
export {
  BUILT_IN_OPERATIONS,
  findOperation,
  listOperations,
  OPERATIONS,
  type BuiltInOperation,
  type DeclaredOperation,
  type InputOf,
  showsSecret,
} from './service/operations.ts'
export * from './operations/read-operations.ts'
export * from './operations/prepared-operations.ts'
export type { AnyOperation, Call, RunOperation, Showing } from './operations/run-operation.ts'
export type { Operation, OperationName } from './model/operation.ts'

export * from './users/user.ts'
export * from './users/user-texts.ts'
export { findHighestRole, toCaller } from './users/roles/roles.ts'
export { USER_ROLES, type UserRole } from './access/role-names.ts'
export { GHOST } from './users/ghost.ts'
export { maskEmail } from './visibility/public-profile.ts'
export {
  PREFERENCES,
  SETTINGS,
  THEMES,
  type Preferences,
  type UserSettings,
} from './users/settings/settings.ts'
export { computeIssuedAt, computeSessionEnd } from './users/tokens.ts'
export { updatePreferences, updateSettings } from './users/settings/settings-operations.ts'
export * from './users/sign-up/account-creation.ts'
export * from './users/follow-operations.ts'
export { runOnProfile } from './users/run-on-profile.ts'
export * from './users/user-operations.ts'
export { putUser, updateUser, type Replacement, type UserUpdate } from './users/user-updates.ts'
export * from './users/user-reading.ts'
export { searchUsers, type UserFilter } from './users/user-search.ts'
export { chargePasswordHashes } from './accounts/charge-password-hashes.ts'
export type { PasswordHasher, UserFacts, UserStore } from './users/user-store.ts'
export { deriveUsernames } from './users/sign-up/username-from-email.ts'

export * from './articles/article.ts'
export * from './articles/article-operations.ts'
export * from './articles/like-operations.ts'
export * from './articles/schedule-operations.ts'
export * from './articles/article-reading.ts'
export type { ArticleEdit, ArticleStore } from './articles/article-store.ts'
export { deriveExcerpt, extractPlainText } from './articles/excerpt.ts'
export * from './articles/publish-workflow.ts'
export { readRevision } from './articles/revision-reading.ts'
export { createRevision, measureText, MOST_REVISION_BYTES, type Revision } from './articles/revision.ts'
export { MAX_SENT_TAG_LENGTH, normalizeTag } from './rules/tags.ts'
export { countsAsView, ViewCounter } from './articles/views.ts'

export * from './comments/comment.ts'
export * from './comments/comment-operations.ts'
export { commentList, OLDEST } from './comments/comment-reading.ts'
export type { CommentedArticle, CommentStore } from './comments/comment-store.ts'

export * from './clients/client.ts'
export * from './clients/client-operations.ts'
export type { ClientStore } from './clients/client-store.ts'

export { NO_SIGN_IN, type SignInFacts } from './sessions/sign-in-facts.ts'
export type { Session, SessionStore } from './sessions/session.ts'

export * from './products/product.ts'
export {
  isGroup,
  isHideable,
  isLink,
  isOwner,
  isState,
  isTime,
  nameOne,
  type Field,
  type GroupField,
  type LinkField,
  type RecordId,
  type SearchWeight,
  type StateField,
  type ValueSchema,
  type ValuesOf,
} from './model/field.ts'
export type { Fields, RecordOperation } from './model/record-operation.ts'
export { builtInModel, contentModel, contentPolicy } from './service/content-types.ts'
export { extendType } from './model/extend-type.ts'
export { findType } from './model/find-type.ts'
export { maskRow, type PlannedRead } from './visibility/visibility.ts'
export { LISTED_USERS } from './visibility/visible-rows.ts'
export { createPlanningContext, NotPlannable } from './visibility/planning-context.ts'
export { PlanCache } from './reading/plan-cache.ts'
export { PlanKind } from './visibility/plan-kind.ts'
export { SharedRuns } from './visibility/shared-runs.ts'
export { prepareRead, preparePages, type PreparedRead } from './visibility/prepared-read.ts'
export type { RecordLink } from './model/record-attributes.ts'
export type { ContentModel, InverseLink } from './model/content-model.ts'
/** The builders of fields: `field.line(80, { about: 'The label.' })`. */
export * as field from './model/field-builders.ts'
export { record, type ChangeOf, type NewOf, type RecordOf, type RecordType } from './model/record-type.ts'
export { perModel } from './model/per-model.ts'
export {
  nameCreateInput,
  nameHit,
  nameListed,
  nameNewBody,
  nameOperationBody,
  namePatchBody,
  nameStateEnum,
  nameUpdateInput,
} from './model/interface-names.ts'
export { showsChangeTime } from './model/shows-change-time.ts'
export { ModelError } from './model/checks/model-error.ts'
export { describeField } from './model/describe-field.ts'
export type { MemberChange } from './model/group-field.ts'
export { initialAttributes, newRecord, type AnyRecord } from './model/record-changes.ts'
export type { RecordStore, RecordStores } from './model/record-store.ts'
export { namePermission } from './model/record-permissions.ts'
export * from './records/record-operations.ts'
export * from './records/record-reading.ts'
export { createOrder, type Sorting } from './reading/sort-order.ts'

export * from './accounts/account-operations.ts'
export { confirmEmail } from './accounts/email-confirmation.ts'
export * from './accounts/operator-operations.ts'
export type { AccountStore, PasswordChange, TokenUse } from './accounts/account-store.ts'
export type { MailEncryption, Mail, Mailer } from './mails/mailer.ts'
export { admitMail } from './mails/admit-mail.ts'
export { MAIL_WINDOW_MS, type MailKind } from './mails/mail-limit.ts'
export type { ClaimedMail, MailBacklog, MailId, MailStore, NewMail, SealedMail } from './mails/mail-store.ts'
export {
  EXPORT_STATES,
  type DataExport,
  type ExportId,
  type ExportState,
} from './personal-data/data-export.ts'
export type { Erasure, ErasureStore } from './personal-data/erasure.ts'
export { openExport } from './personal-data/export-operations.ts'
export type {
  ClaimedExport,
  ExportStore,
  PersonalRecord,
  ReadableFilter,
} from './personal-data/export-store.ts'
export { checkIntegrity } from './integrity/check-integrity.ts'
export {
  CHECK_NAMES,
  describeFinding,
  type IntegrityCheck,
  type IntegrityReport,
  type IntegrityStore,
} from './integrity/integrity-report.ts'
export { runMails, type MailHost } from './mails/send-mails.ts'
export type { OneTimeToken, TokenPurpose } from './accounts/one-time-token.ts'
export { createBackgroundQueue, type RunInBackground, type BackgroundQueue } from './context/background.ts'

export { type ApiKey, type NewApiKey } from './api-keys/api-key.ts'
export * from './api-keys/api-key-operations.ts'
export type * from './api-keys/api-key-store.ts'

export type { EventName } from './model/event-names.ts'
export * from './events/domain-event.ts'
export type { EventFeed, EventBatch, FeedListener, Mark, ResumePoint } from './live/event-feed.ts'
export { SubscriberDropped, Subscriber } from './live/subscriber.ts'
export { readEventRecord } from './live/read-event-record.ts'
export { LiveEvents, type LiveParts } from './live/live-events.ts'
export {
  topicForArticle,
  topicForRecord,
  topicForComments,
  publishedArticles,
  type Subscribe,
  type Topic,
} from './live/topic.ts'
export type { EventData, EventRecord, EventResource } from './events/event-data.ts'
export type { EventDocument } from './events/event-document.ts'
export { readEventDocument } from './events/read-event-document.ts'
export { createEventSchemas } from './events/event-schemas.ts'
export { deriveEvents } from './events/derive-events.ts'
export type { Webhook } from './webhooks/webhook.ts'
export { type NewWebhook, type WebhookChange } from './webhooks/webhook-rules.ts'
export {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type AttemptResult,
  type DeliveryOutcome,
  type WebhookDelivery,
} from './webhooks/webhook-delivery.ts'
export type * from './webhooks/delivery-store.ts'
export * from './webhooks/webhook-operations.ts'
export * from './webhooks/delivery-operations.ts'
export type * from './webhooks/webhook-store.ts'

export { proveSecondFactor, type CodeProof } from './second-factor/prove-second-factor.ts'
export { isEnabled, type SecondFactor } from './second-factor/second-factor.ts'
export * from './second-factor/second-factor-operations.ts'
export type { TotpVerifier, NewCodeSecret, SecondFactorStore } from './second-factor/second-factor-store.ts'

export { isMisspelling } from './rules/misspelling.ts'
export { adviseName, findMeant } from './rules/similar-name.ts'
export * from './search/search-operations.ts'
export { readSearchPage, type SearchPage, type ShownHit } from './search/search-page.ts'
export { connectSearch, type SearchConnection, type SearchReading } from './search/search-connection.ts'
export * from './search/search-store.ts'
export { createReadableScope, prepareCorrections } from './search/readable-words.ts'
export { runIndexing, type IndexHost } from './search/run-indexing.ts'
export {
  declareSearch,
  listTitleAttributes,
  type SearchedText,
  type SearchedType,
} from './model/searched-types.ts'

export { runIdempotent, type IdempotentResult, type IdempotentRequest } from './idempotency/run-idempotent.ts'
export { readIdempotencyKey } from './idempotency/idempotency-key.ts'
export type * from './idempotency/idempotency-store.ts'

export * from './transfer/content-record.ts'
export { listContentFields, type ContentField } from './transfer/content-fields.ts'
export type { RecordOutcome, TransferStore } from './transfer/transfer-store.ts'

export { describeUnreadable, failureText, OperatorError } from './rules/failure.ts'
export type { Claim, ClaimTime } from './jobs/claim.ts'
export type { RunningJobs } from './jobs/run-jobs.ts'
export { runDueWork } from './jobs/run-due-work.ts'
export { runOwnWork, runWork, type OwnWorkHost, type WorkHost } from './jobs/run-work.ts'

export { ARTICLE_STATUSES, type ArticleStatus } from './access/built-in-facts.ts'
export type { Collection } from './model/collections.ts'
export type { Records } from './service/collections.ts'
export { GHOST_ID } from './rules/ids.ts'
