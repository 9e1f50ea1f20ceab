import type { Row } from './evaluate.ts'
import type { Entry, Rule } from './rules.ts'
import type { Subject } from './subject.ts'

/** Why a decision came out as it did. */
export type Reason =
  | 'allowed' // a rule allows it
  | 'granted' // the subject's own `permissions` have it
  | 'denied' // a rule denies it; deny goes before allow
  | 'no-rule' // no rule that applies allows it
  | 'resource-required' // the rules have conditions, and no resource was given to test them on
  | 'out-of-scope' // the subject is restricted to other permissions
  | 'unknown-permission' // the policy does not know it
  | 'rule-failed' // testing a condition threw

/** Fields that the caller must leave out (`omit`) or make unrecognizable (`mask`) before the subject sees them. */
export interface Obligation {
  readonly kind: 'omit' | 'mask'
  readonly fields: readonly string[]
}

/** A rule that decided: the role it was written for and its place in the policy (`roles.AUTHOR.rules[0]`). */
export type DeterminingRule = Pick<Rule, 'effect' | 'role' | 'path' | 'when'>

const determiningRule = ({ effect, role, path, when }: Rule): DeterminingRule => ({
  effect,
  role,
  path,
  when,
})

export interface Decision {
  readonly effect: 'allow' | 'deny'
  readonly reason: Reason
  readonly determining: readonly DeterminingRule[]
  /** Empty when denied. A field is free if one of the determining rules leaves it free. */
  readonly obligations: readonly Obligation[]
}

const applies = (rule: Rule, subject: Row, resource: Row | null | undefined) =>
  !rule.test || (!!resource && rule.test(resource, subject))

// Subjects come from tokens and databases: a text would answer `includes` for each of its parts.
export const lists = (names: unknown, name: string): boolean => Array.isArray(names) && names.includes(name)

/** Whether the subject's `restrictedTo` leaves the permission out. */
export const isOutOfScope = ({ restrictedTo }: Subject, permission: string) =>
  (restrictedTo ?? null) !== null && !lists(restrictedTo, permission)

/** What the rules of an entry say; errors thrown by a resource's getters pass through. */
export function weigh(entry: Entry, subject: Subject, permission: string, resource?: Row | null): Reason {
  if (isOutOfScope(subject, permission)) return 'out-of-scope'
  for (const rule of entry.deny) {
    if (rule.test && !resource) return 'resource-required'
    if (applies(rule, subject, resource)) return 'denied'
  }
  if (lists(subject.permissions, permission)) return 'granted'
  for (const rule of entry.allow) if (applies(rule, subject, resource)) return 'allowed'
  return entry.allow.length > 0 && !resource ? 'resource-required' : 'no-rule'
}

export const isAllowed = (reason: Reason) => reason === 'allowed' || reason === 'granted'

function obligationsOf(rules: readonly Rule[]): Obligation[] {
  const strictness = (rule: Rule, field: string) =>
    rule.omit.includes(field) ? 2 : rule.mask.includes(field) ? 1 : 0
  const fields = [...new Set(rules.flatMap((rule) => [...rule.omit, ...rule.mask]))]
  const at = (level: number) =>
    fields.filter((field) => Math.min(...rules.map((rule) => strictness(rule, field))) === level)
  const obligations: Obligation[] = [
    { kind: 'omit', fields: at(2) },
    { kind: 'mask', fields: at(1) },
  ]
  return obligations.filter((obligation) => obligation.fields.length > 0)
}

// Of several rules one may fail after another has decided; it then neither decides nor frees a field.
const surelyApplies = (rule: Rule, subject: Row, resource: Row | null | undefined) => {
  try {
    return applies(rule, subject, resource)
  } catch {
    return false
  }
}

/** The decision that goes with a reason, with the rules behind it. */
export function decisionFor(reason: Reason, entry: Entry, subject: Row, resource?: Row | null): Decision {
  const rules = reason === 'allowed' ? entry.allow : reason === 'denied' ? entry.deny : []
  const decisive = rules.filter((rule) => surelyApplies(rule, subject, resource))
  return {
    effect: isAllowed(reason) ? 'allow' : 'deny',
    reason,
    determining: decisive.map(determiningRule),
    obligations: reason === 'allowed' ? obligationsOf(decisive) : [],
  }
}
