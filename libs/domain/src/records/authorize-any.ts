import { authorizeOnAny, requireCredential, type PolicyContext } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'

/** Refuses a caller who has no credential, or has the permission on no record. @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeAny = (context: PolicyContext, permission: Permission): void => {
  requireCredential(context)
  authorizeOnAny(context, permission)
}
