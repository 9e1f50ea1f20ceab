import { type Condition, isReference, isScalar } from './condition.ts'
import { type PolicyDocument, type RuleDocument, permissionNames } from './document.ts'
import type { Problem } from './errors.ts'

type Say = (ok: boolean, path: string, message: string) => void

/** All that is wrong with a document, cycles in the hierarchy apart. */
export function problemsOf(document: PolicyDocument): Problem[] {
  const problems: Problem[] = []
  const expect: Say = (ok, path, message) => void (ok || problems.push({ path, message }))
  const names = permissionNames(document)
  const attributes = new Map(Object.entries(document.attributes ?? {}))
  const roles = new Set(Object.keys(document.roles))

  for (const [resource, actions] of Object.entries(document.resources))
    for (const name of [resource, ...actions])
      expect(
        /^[^:*\s]+$/.test(name),
        `resources.${resource}`,
        `"${name}" must be without colon, star and space`,
      )
  for (const resource of attributes.keys())
    expect(names.has(`${resource}:*`), `attributes.${resource}`, 'unknown resource')
  for (const [role, { inherits = [], rules }] of Object.entries(document.roles)) {
    inherits.forEach((parent, i) =>
      expect(roles.has(parent), `roles.${role}.inherits[${i}]`, `unknown role "${parent}"`),
    )
    rules.forEach((rule, i) => checkRule(rule, `roles.${role}.rules[${i}]`))
  }
  return problems

  function checkRule(rule: RuleDocument, path: string) {
    const used = [...(rule.omit ?? []), ...(rule.mask ?? [])]
    if ('when' in rule) checkCondition(rule.when, `${path}.when`, expect, used)
    for (const permission of rule.permissions) {
      const meant = names.get(permission) ?? []
      expect(meant.length > 0, path, `unknown permission "${permission}"`)
      for (const resource of new Set(meant.map((name) => name.slice(0, name.indexOf(':')))))
        for (const name of used)
          expect(
            attributes.get(resource)?.includes(name) ?? true,
            path,
            `${resource} has no attribute "${name}"`,
          )
    }
    expect(rule.permissions.length > 0, path, 'names no permission')
  }
}

/** Whether `condition` has the shape of one; the attributes it names are added to `used`. */
function checkCondition(condition: Condition | undefined, path: string, expect: Say, used: string[]): void {
  switch (condition?.op) {
    case 'and':
    case 'or':
      return condition.conditions.forEach((inner) => checkCondition(inner, path, expect, used))
    case 'not':
      return checkCondition(condition.condition, path, expect, used)
    case 'isNull':
      return void used.push(condition.attribute)
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
    case 'contains':
    case 'in': {
      const { op, attribute, value } = condition
      used.push(attribute)
      const values: readonly unknown[] = op === 'in' && Array.isArray(value) ? value : [value]
      // Null and undefined equal nothing: a rule that compares with them is a slip, or worse, a variable nobody set.
      const ok = isReference(value) || values.every(isScalar)
      return expect(
        ok,
        path,
        `"${attribute}" ${op} needs a value: a text, number, boolean, date or subject attribute`,
      )
    }
    default:
      expect(false, path, 'is no condition')
  }
}
