import type { AuditHook } from './audit.ts'
import { always } from './condition.ts'
import { type PolicyDocument, type RuleDocument, namesFor } from './document.ts'
import type { Problem } from './errors.ts'
import { type Test, anyOf, compile } from './evaluate.ts'
import { type Entry, type Rule, isConditional } from './rule.ts'
import type { Subject } from './subject.ts'

function ruleOf(document: RuleDocument, role: string, index: number, audit: AuditHook): Rule {
  let test: Test | undefined
  const rule: Rule = {
    when: always,
    omit: [],
    mask: [],
    ...document,
    role,
    path: `roles.${role}.rules[${index}]`,
    test: (resource, subject) => {
      try {
        test ??= compile(rule.when)
        return test(resource, subject)
      } catch (error) {
        // If the test of a rule throws, an allow rule does not allow, and a deny rule denies.
        audit({ kind: 'rule-failed', subject: subject as Subject, rule: rule.path, error })
        return rule.effect === 'deny'
      }
    },
  }
  return rule
}

/** Each role with its own and its inherited rules. Adds unknown roles and inheritance cycles to `problems`. */
export function rulesByRole(
  { roles }: PolicyDocument,
  problems: Problem[],
  audit: AuditHook,
): Map<string, readonly Rule[]> {
  const documents = new Map(Object.entries(roles))
  const done = new Map<string, readonly Rule[]>()

  const visit = (role: string, from: readonly string[]): readonly Rule[] => {
    const document = documents.get(role)
    const path = [...from, role]
    if (!document || from.includes(role)) {
      const message = document
        ? `cycle ${path.slice(path.indexOf(role)).join(' → ')}`
        : `unknown role "${role}"`
      problems.push({ path: `roles.${from.at(-1)}.inherits`, message })
      return []
    }
    const { rules, inherits = [] } = document
    const all = done.get(role) ?? [
      ...new Set([
        ...rules.map((rule, i) => ruleOf(rule, role, i, audit)),
        ...inherits.flatMap((parent) => visit(parent, path)),
      ]),
    ]
    done.set(role, all)
    return all
  }

  for (const role of documents.keys()) visit(role, [])
  return done
}

/** The entry of a permission, from those rules that name the permission. */
export function entryOf(rules: readonly Rule[], permission: string): Entry {
  const names = namesFor(permission)
  const about = (effect: string) =>
    rules.filter((rule) => rule.effect === effect && names.some((name) => rule.permissions.includes(name)))
  const any = (some: readonly Rule[]) => anyOf(some.map((rule) => rule.test))
  const [allow, deny] = [about('allow'), about('deny')]
  const [allows, denies] = [any(allow), any(deny)]
  const answer: Entry['answer'] = deny.length
    ? (...on) => !denies(...on) && allows(...on)
    : !allow.every(isConditional) || (allow.length > 0 && allows)
  return { allow, deny, answer }
}
