import type { Rule } from '../policy/rule.ts'

/** The reason for a decision. */
export type Reason =
  | 'allowed' // a rule allows it
  | 'granted' // the `permissions` of the subject contain it
  | 'denied' // a rule denies it; a deny rule overrides allow rules
  | 'no-rule' // no rule allows it
  | 'resource-required' // the rules have conditions, and the call passed no resource
  | 'out-of-scope' // `restrictedTo` of the subject does not contain it
  | 'unknown-permission' // the policy does not define it

/**
 * Fields that your code must remove (`omit`) or mask (`mask`) before it shows the resource to the subject. With `only`, it
 * must remove all other fields. `redact` does this.
 */
export interface Obligation {
  readonly kind: 'omit' | 'mask' | 'only'
  readonly fields: readonly string[]
}

/**
 * A rule that led to the decision, with its role and its path in the policy (`roles.AUTHOR.rules[0]`), and with its reason,
 * if it has one.
 */
export interface DeterminingRule extends Pick<Rule, 'effect' | 'role' | 'path' | 'when'> {
  readonly reason?: string
}

export interface Decision {
  readonly effect: 'allow' | 'deny'
  readonly reason: Reason
  readonly determining: readonly DeterminingRule[]
  /** Empty if the effect is deny. If one of the determining rules shows a field, no obligation names the field. */
  readonly obligations: readonly Obligation[]
}
