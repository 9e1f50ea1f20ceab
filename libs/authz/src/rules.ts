import { type Condition, always } from './condition.ts'
import type { PolicyDocument, RuleDocument } from './document.ts'
import { permissionNames } from './document.ts'
import { type Test, compile } from './evaluate.ts'
import type { Lineages } from './hierarchy.ts'

/** A rule made ready to run. */
export interface Rule {
  readonly effect: 'allow' | 'deny'
  readonly role: string
  /** Where it stands in the document: `roles.AUTHOR.rules[0]`. */
  readonly path: string
  readonly when: Condition
  /** Absent where the rule has no condition. */
  readonly test: Test | undefined
  readonly omit: readonly string[]
  readonly mask: readonly string[]
}

/** What a set of roles says about one permission. */
export interface Entry {
  readonly allow: readonly Rule[]
  readonly deny: readonly Rule[]
  /** Allowed, whoever asks and whatever the resource. */
  readonly open: boolean
}

export type Entries = Map<string, Entry>

export const entryOf = (rules: Iterable<Rule>): Entry => {
  const all = [...new Set(rules)]
  const allow = all.filter((rule) => rule.effect === 'allow')
  const deny = all.filter((rule) => rule.effect === 'deny')
  return { allow, deny, open: deny.length === 0 && allow.some((rule) => !rule.test) }
}

const ruleOf = ({ effect, when, omit = [], mask = [] }: RuleDocument, role: string, index: number): Rule => ({
  effect,
  role,
  path: `roles.${role}.rules[${index}]`,
  when: when ?? always,
  test: when && compile(when),
  omit,
  mask,
})

/** For each role what it, with all it inherits, says about each permission; wildcards are expanded here. */
export function entriesByRole(document: PolicyDocument, lineages: Lineages): Map<string, Entries> {
  const names = permissionNames(document)
  const own = new Map(
    Object.entries(document.roles).map(([role, { rules }]) => [
      role,
      rules.map((rule, i) => ({
        rule: ruleOf(rule, role, i),
        on: rule.permissions.flatMap((p) => names.get(p) ?? []),
      })),
    ]),
  )
  const entries = (lineage: readonly string[]): Entries => {
    const rules = new Map<string, Rule[]>()
    for (const { rule, on } of lineage.flatMap((role) => own.get(role) ?? []))
      for (const permission of on) {
        const sofar = rules.get(permission)
        if (sofar) sofar.push(rule)
        else rules.set(permission, [rule])
      }
    return new Map([...rules].map(([permission, all]) => [permission, entryOf(all)]))
  }
  return new Map([...lineages].map(([role, lineage]) => [role, entries(lineage)]))
}
