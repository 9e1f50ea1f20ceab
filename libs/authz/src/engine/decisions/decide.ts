import { freeze } from '../conditions/condition.ts'
import type { Row } from '../conditions/evaluate.ts'
import { copyReads } from '../conditions/reads.ts'
import { type FieldRestriction, joinRestrictions } from '../policy/rule.ts'
import type { Entry } from './entry.ts'
import { NO_ROW } from './rule-tests.ts'
import type { State } from './state.ts'
import { NOTHING, isInScope } from './subject-copy.ts'
import type { Decision, Obligation, Reason } from './decision.ts'

const createObligations = ({ omit, mask, fields }: FieldRestriction): readonly Obligation[] => {
  const all: Obligation[] = []
  const add = (kind: Obligation['kind'], names: readonly string[]) =>
    all.push(freeze({ kind, fields: freeze(names) }))
  if (fields) add('only', fields)
  if (omit.length) add('omit', omit)
  if (mask.length) add('mask', mask)
  return freeze(all)
}

/** Whether a decision allows a field in full. */
export const allowsField = ({ effect, obligations }: Decision, field: string): boolean =>
  effect === 'allow' && obligations.every(({ kind, fields }) => fields.includes(field) === (kind === 'only'))

/** The decision of an entry's rules. A deny rule overrides everything except the subject's `restrictedTo`. */
export function makeDecision(
  entry: Entry | undefined,
  state: State,
  permission: string,
  resource: Row | null | undefined,
  after?: unknown,
): Decision {
  const because = (reason: Reason, determining: Entry['allow'] = [], shown?: FieldRestriction): Decision =>
    freeze({
      effect: shown ? 'allow' : 'deny',
      reason,
      determining: freeze(determining.map((rule) => rule.show())),
      obligations: shown ? createObligations(shown) : NOTHING,
    })

  if (!entry) return because('unknown-permission')
  if (!isInScope(state, permission)) return because('out-of-scope')
  const { allow, deny, hide, reads } = entry
  const values = resource ? copyReads(resource, reads) : NO_ROW
  const valuesAfter =
    after === undefined ? after : Object(after) === after ? copyReads(after as Row, reads) : NO_ROW
  const testRule = (rule: Entry['allow'][number]) => entry.applies(rule, values, state, valuesAfter)
  const truths = new Map([...deny, ...allow].map((rule) => [rule, testRule(rule)]))
  const applying = (rules: Entry['allow']) => rules.filter((rule) => truths.get(rule))
  const needsResource = (rules: Entry['allow']) => rules.some((rule) => truths.get(rule) === undefined)
  const denying = applying(deny)
  if (denying.length) return because('denied', denying)
  if (needsResource(deny)) return because('resource-required')
  const hidden = hide.flatMap((rule) => (testRule(rule) === false ? [] : (rule.fields ?? [])))
  if (state.granted.includes(permission))
    return because('granted', [], joinRestrictions([entry.grant()], hidden))
  const allowing = applying(allow)
  if (allowing.length) return because('allowed', allowing, joinRestrictions(allowing, hidden))
  return because(needsResource(allow) ? 'resource-required' : 'no-rule')
}
