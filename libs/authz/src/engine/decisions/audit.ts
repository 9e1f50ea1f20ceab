import type { Decision } from './decision.ts'
import type { Subject } from './subject.ts'

/**
 * An event for the audit hook. The hook runs during a check, so it must be fast. The engine ignores errors of the
 * hook.
 */
export type AuditEvent =
  | { readonly kind: 'unknown-role'; readonly subject: Subject; readonly role: string }
  | { readonly kind: 'unknown-permission'; readonly subject: Subject; readonly permission: string }
  /**
   * The condition of a rule is neither true nor false, because these attributes are absent or have values of another kind.
   * An allow rule then does not allow, and a deny rule denies.
   */
  | {
      readonly kind: 'rule-failed'
      readonly subject: Subject
      readonly rule: string
      readonly attributes: readonly string[]
    }
  | {
      readonly kind: 'decision'
      readonly subject: Subject
      readonly permission: string
      readonly resource: unknown
      readonly decision: Decision
    }

export type AuditHook = (event: AuditEvent) => void
