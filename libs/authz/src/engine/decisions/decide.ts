import { freeze } from '../conditions/condition.ts'
import type { Row } from '../conditions/evaluate.ts'
import { copyReads } from '../conditions/reads.ts'
import { type FieldRestriction, joinRestrictions, showsField } from '../policy/rule.ts'
import { AccessDenied } from '../errors.ts'
import { type Asker, NOTHING, type SubjectCopy, isInScope } from './subject-copy.ts'
import type { Decision, Obligation, Reason } from './decision.ts'
import { type DecidingRules, NO_ROW } from './tested-rule.ts'

/** What a decision needs to know of a subject. */
export type Decided = Asker & Pick<SubjectCopy, 'id' | 'scope' | 'granted'>

const createObligations = ({ omit, mask, fields }: FieldRestriction): readonly Obligation[] => {
  const all: Obligation[] = []
  const add = (kind: Obligation['kind'], names: readonly string[]) =>
    all.push(freeze({ kind, fields: freeze(names) }))
  if (fields) add('only', fields)
  if (omit.length) add('omit', omit)
  if (mask.length) add('mask', mask)
  return freeze(all)
}

type Rules = DecidingRules['allow']

/** What the rules of a permission say of a request, and why. */
export interface Verdict {
  readonly reason: Reason
  readonly determining: Rules
  /** The fields that the subject sees. Absent if the request is denied. */
  readonly shown?: FieldRestriction
}

const because = (reason: Reason, determining: Rules = [], shown?: FieldRestriction): Verdict => ({
  reason,
  determining,
  ...(shown && { shown }),
})

/** Whether a verdict allows a request, and shows the field in full if there is one. */
export const allows = ({ shown }: Verdict, field?: string): boolean =>
  shown !== undefined && (field === undefined || showsField(shown, field))

/** The verdict of the rules of a permission. A deny rule overrides everything except the subject's `restrictedTo`. */
export function judge(
  entry: DecidingRules | undefined,
  state: Decided,
  permission: string,
  resource: Row | null | undefined,
  after?: unknown,
): Verdict {
  if (!entry) return because('unknown-permission')
  if (!isInScope(state, permission)) return because('out-of-scope')
  const { allow, deny, hide, reads } = entry
  const values = resource ? copyReads(resource, reads) : NO_ROW
  const valuesAfter =
    after === undefined ? after : Object(after) === after ? copyReads(after as Row, reads) : NO_ROW
  const testRule = (rule: Rules[number]) => entry.applies(rule, values, state, valuesAfter)
  const truths = new Map([...deny, ...allow].map((rule) => [rule, testRule(rule)]))
  const applying = (rules: Rules) => rules.filter((rule) => truths.get(rule))
  const needsResource = (rules: Rules) => rules.some((rule) => truths.get(rule) === undefined)
  const denying = applying(deny)
  if (denying.length) return because('denied', denying)
  if (needsResource(deny)) return because('resource-required')
  const hidden = hide.flatMap((rule) => (testRule(rule) === false ? [] : (rule.fields ?? [])))
  if (entry.grant && state.granted.includes(permission))
    return because('granted', [], joinRestrictions([entry.grant()], hidden))
  const allowing = applying(allow)
  if (allowing.length) return because('allowed', allowing, joinRestrictions(allowing, hidden))
  return because(needsResource(allow) ? 'resource-required' : 'no-rule')
}

/** A verdict as a decision, which nobody can change. */
export const createDecision = ({ reason, determining, shown }: Verdict): Decision =>
  freeze({
    effect: shown ? 'allow' : 'deny',
    reason,
    determining: freeze(determining.map((rule) => rule.show())),
    obligations: shown ? createObligations(shown) : NOTHING,
  })

/** Returns the decision if it is allow. @throws {AccessDenied} if it is deny. */
export function requireAllowed(
  decision: Decision,
  { id }: Pick<Decided, 'id'>,
  permission: string,
): Decision {
  if (decision.effect === 'allow') return decision
  throw new AccessDenied(
    (id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
    typeof permission === 'string' ? permission : typeof permission,
  )
}
