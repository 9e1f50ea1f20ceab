export {
  ANYBODY,
  authorizeOnAll,
  credentialRequired,
  createRefusal,
  isAnonymous,
  mayOnAll,
  findUnreadable,
  maySee,
  requireCredential,
  type ShownMember,
  type ShownRecord,
} from './access.ts'
export { ARTICLE_STATUSES, type ArticleStatus } from './built-in-facts.ts'
export { keepTime, nameCaller } from './caller.ts'
export { nameLinkedFact, omitLinkedFacts } from './linked-facts.ts'
export { findGuestRight, listGuestFacts } from './guest-right.ts'
export type { BuiltInPermission, ContentPolicy } from './content-policy.ts'
export type { Share } from './rights.ts'
export { USER_ROLES, type UserRole } from './role-names.ts'
