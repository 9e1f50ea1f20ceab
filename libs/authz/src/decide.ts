import { copy } from './copy.ts'
import type { Entry } from './entry.ts'
import { type Row, readAll } from './evaluate.ts'
import { type FieldRestriction, type Rule, restrictionOf } from './rule.ts'
import type { State } from './state.ts'
import { NOTHING, isInScope } from './subject-copy.ts'
import type { Decision, DeterminingRule, Obligation, Reason } from './decision.ts'

const obligationsOf = ({ omit, mask }: FieldRestriction): Obligation[] =>
  [{ kind: 'omit', fields: omit } as const, { kind: 'mask', fields: mask } as const].filter(
    ({ fields }) => fields.length,
  )

const show = ({ effect, role, path, when }: Rule): DeterminingRule => ({ effect, role, path, when })

/** The decision of an entry's rules. A deny rule overrides everything except the subject's `restrictedTo`. */
export function decisionFor(
  entry: Entry | undefined,
  state: State,
  permission: string,
  resource: Row | null | undefined,
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
  const { allow, deny } = entry
  const values = resource ? readAll(resource, entry.names) : NOTHING
  const truths = new Map([...deny, ...allow].map((rule) => [rule, entry.applies(rule, values, state)]))
  const applying = (rules: Entry['allow']) => rules.filter((rule) => truths.get(rule))
  const needsResource = (rules: Entry['allow']) => rules.some((rule) => truths.get(rule) === undefined)
  const denying = applying(deny)
  if (denying.length) return because('denied', denying)
  if (needsResource(deny)) return because('resource-required')
  if (state.granted.includes(permission)) return because('granted', [], entry.grant())
  const allowing = applying(allow)
  if (allowing.length) return because('allowed', allowing, restrictionOf(allowing))
  return because(needsResource(allow) ? 'resource-required' : 'no-rule')
}
