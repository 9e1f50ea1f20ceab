import type { Row } from './evaluate.ts'
import { type Entry, type Rule, isConditional } from './rules.ts'
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

/** Fields that the caller must leave out (`omit`) or make unrecognizable (`mask`) before the subject sees them. */
export interface Obligation {
  readonly kind: 'omit' | 'mask'
  readonly fields: readonly string[]
}

/** A rule that decided: the role it was written for and its place in the policy (`roles.AUTHOR.rules[0]`). */
export type DeterminingRule = Pick<Rule, 'effect' | 'role' | 'path' | 'when'>

export interface Decision {
  readonly effect: 'allow' | 'deny'
  readonly reason: Reason
  readonly determining: readonly DeterminingRule[]
  /** Empty when denied. A field is free if one of the determining rules leaves it free. */
  readonly obligations: readonly Obligation[]
}

// Subjects come from tokens and databases: a text would answer `includes` for each of its parts.
export const lists = (names: unknown, name: string): boolean => Array.isArray(names) && names.includes(name)

/** Whether the subject's `restrictedTo` leaves the permission out. */
export const isOutOfScope = ({ restrictedTo }: Subject, permission: string): boolean =>
  restrictedTo !== undefined && !lists(restrictedTo, permission)

/** Of one rule or more: a field is omitted if each omits it, and masked if each at least masks it. */
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

/** What the rules of an entry say. Deny goes before everything but the subject's own restriction. */
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
