export { email, webAddress } from './addresses.ts'
export { accept, findProblems, type Rules } from './accept.ts'
export { isSame } from './is-same.ts'
export {
  badValue,
  ERROR_STATUS,
  IdempotencyConflict,
  InvalidValue,
  prefixPath,
  RateLimited,
  recordNotFound,
} from './errors.ts'
export { describeUnreadable, failureText, OperatorError } from './failure.ts'
export {
  type ApiKeyId,
  type EventId,
  GHOST_ID,
  MAX_USER_ID,
  parseApiKeyId,
  parseArticleId,
  parseRevisionId,
  parseSessionId,
  parseUserId,
  parseUuid,
  parseWebhookDeliveryId,
  type RevisionId,
  type SessionId,
  type WebhookDeliveryId,
  type WebhookId,
} from './ids.ts'
export { checkDecimal, DECIMAL_PATTERN } from './decimal.ts'
export { isObject } from './is-object.ts'
export { checkMemberCount } from './member-count.ts'
export { MOST_JSON_BYTES } from './json-value.ts'
export { MergePatch } from './merge-patch.ts'
export { isMisspelling } from './misspelling.ts'
export { memoize } from './memoize.ts'
export { pause } from './pause.ts'
export { createReadOnlyRefusal } from './read-only.ts'
export { adviseName, findMeant, findWord } from './similar-name.ts'
export { MAX_SENT_TAG_LENGTH } from './tags.ts'
export { createTextRule, escapeHtml, MAX_WORDS, quote } from './text.ts'
export { fullDate, timestamp } from './time.ts'
