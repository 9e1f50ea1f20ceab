import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'

/**
 * The permissions of one subject as JSON. It contains only the rules of this subject, no names of roles, and the
 * subject's values instead of references. A browser can decide with it as the server does. The server must still check.
 */
export interface Packed {
  readonly version: 1
  /** Whether a user is signed in. A denied request is `FORBIDDEN` if true, and `UNAUTHENTICATED` if false. */
  readonly signedIn: boolean
  readonly resources: PolicyDocument['resources']
  readonly rules: readonly RuleDocument[]
}
