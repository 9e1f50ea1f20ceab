import type { Row } from './evaluate.ts'
import { type Entry, type Rule, isConditional } from './rule.ts'
import type { Subject } from './subject.ts'

/** The reason for a decision. */
export type Reason =
  | 'allowed' // a rule allows it
  | 'granted' // the `permissions` of the subject contain it
  | 'denied' // a rule denies it; a deny rule overrides allow rules
  | 'no-rule' // no rule allows it
  | 'resource-required' // the rules have conditions, and the call passed no resource
  | 'out-of-scope' // `restrictedTo` of the subject does not contain it
  | 'unknown-permission' // the policy does not define it

/** Fields that your code must remove (`omit`) or mask (`mask`) before it shows the resource to the subject. */
export interface Obligation {
  readonly kind: 'omit' | 'mask'
  readonly fields: readonly string[]
}

/** A rule that led to the decision, with its role and its path in the policy (`roles.AUTHOR.rules[0]`). */
export type DeterminingRule = Pick<Rule, 'effect' | 'role' | 'path' | 'when'>

export interface Decision {
  readonly effect: 'allow' | 'deny'
  readonly reason: Reason
  readonly determining: readonly DeterminingRule[]
  /** Empty if the effect is deny. If one of the determining rules shows a field, no obligation names the field. */
  readonly obligations: readonly Obligation[]
}

// Subjects come from tokens and databases. If the value is a text, `includes` would find each part of the text.
export const lists = (names: unknown, name: string): boolean => Array.isArray(names) && names.includes(name)

/** Whether the subject has a `restrictedTo` that does not contain the permission. */
export const isOutOfScope = ({ restrictedTo }: Subject, permission: string): boolean =>
  restrictedTo !== undefined && !lists(restrictedTo, permission)

/** For one or more rules: omits a field if each rule omits it, and masks a field if each rule omits or masks it. */
function obligationsOf(rules: readonly Rule[]): Obligation[] {
  const [first] = rules as readonly [Rule]
  const inAll = (fieldsOf: (rule: Rule) => readonly string[]) =>
    fieldsOf(first).filter((field) => rules.every((rule) => fieldsOf(rule).includes(field)))
  const omit = inAll((rule) => rule.omit)
  const mask = inAll((rule) => [...rule.omit, ...rule.mask])
  const obligations: Obligation[] = [
    { kind: 'omit', fields: omit },
    { kind: 'mask', fields: mask.filter((field) => !omit.includes(field)) },
  ]
  return obligations.filter(({ fields }) => fields.length)
}

/** The decision of an entry's rules. A deny rule overrides everything except the subject's `restrictedTo`. */
export function decisionFor(
  entry: Entry | undefined,
  subject: Subject,
  permission: string,
  resource: Row | null | undefined,
): Decision {
  const because = (reason: Reason, determining: readonly Rule[] = []): Decision => ({
    effect: reason === 'allowed' || reason === 'granted' ? 'allow' : 'deny',
    reason,
    determining,
    obligations: reason === 'allowed' ? obligationsOf(determining) : [],
  })
  const applying = (rules: readonly Rule[]) =>
    rules.filter((rule) => !isConditional(rule) || (resource && rule.test(resource, subject)))

  if (!entry) return because('unknown-permission')
  if (isOutOfScope(subject, permission)) return because('out-of-scope')
  const { allow, deny } = entry
  const denying = applying(deny)
  if (denying.length) return because('denied', denying)
  if (deny.length && !resource) return because('resource-required')
  if (lists(subject.permissions, permission)) return because('granted')
  const allowing = applying(allow)
  if (allowing.length) return because('allowed', allowing)
  return because(allow.length && !resource ? 'resource-required' : 'no-rule')
}
