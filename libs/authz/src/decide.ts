import { copy } from './copy.ts'
import type { Entry } from './entry.ts'
import { type Row, readAll } from './evaluate.ts'
import { type FieldRestriction, type Rule, restrictionOf } from './rule.ts'
import type { State } from './state.ts'
import { NOTHING, isInScope } from './subject-copy.ts'
import type { Decision, DeterminingRule, Obligation, Reason } from './decision.ts'

const obligationsOf = ({ omit, mask, fields }: FieldRestriction): Obligation[] => [
  ...(fields ? [{ kind: 'only', fields } as const] : []),
  ...[{ kind: 'omit', fields: omit } as const, { kind: 'mask', fields: mask } as const].filter(
    ({ fields: names }) => names.length,
  ),
]

/** Whether a decision allows a field in full. */
export const allowsField = ({ effect, obligations }: Decision, field: string): boolean =>
  effect === 'allow' && obligations.every(({ kind, fields }) => fields.includes(field) === (kind === 'only'))

const show = ({ effect, role, path, when }: Rule): DeterminingRule => ({ effect, role, path, when })

/** The decision of an entry's rules. A deny rule overrides everything except the subject's `restrictedTo`. */
export function decisionFor(
  entry: Entry | undefined,
  state: State,
  permission: string,
  resource: Row | null | undefined,
  after?: unknown,
): Decision {
  const because = (reason: Reason, determining: readonly Rule[] = [], shown?: FieldRestriction): Decision =>
    copy({
      effect: shown ? 'allow' : 'deny',
      reason,
      determining: determining.map(show),
      obligations: shown ? obligationsOf(shown) : [],
    })

  if (!entry) return because('unknown-permission')
  if (!isInScope(state, permission)) return because('out-of-scope')
  const { allow, deny, hide, names } = entry
  const values = resource ? readAll(resource, names) : NOTHING
  const valuesAfter =
    after === undefined ? after : Object(after) === after ? readAll(after as Row, names) : NOTHING
  const truthOf = (rule: Entry['allow'][number]) => entry.applies(rule, values, state, valuesAfter)
  const truths = new Map([...deny, ...allow].map((rule) => [rule, truthOf(rule)]))
  const applying = (rules: Entry['allow']) => rules.filter((rule) => truths.get(rule))
  const needsResource = (rules: Entry['allow']) => rules.some((rule) => truths.get(rule) === undefined)
  const denying = applying(deny)
  if (denying.length) return because('denied', denying)
  if (needsResource(deny)) return because('resource-required')
  const hidden = hide.flatMap((rule) => (truthOf(rule) === false ? [] : (rule.fields ?? [])))
  if (state.granted.includes(permission))
    return because('granted', [], restrictionOf([entry.grant()], hidden))
  const allowing = applying(allow)
  if (allowing.length) return because('allowed', allowing, restrictionOf(allowing, hidden))
  return because(needsResource(allow) ? 'resource-required' : 'no-rule')
}
