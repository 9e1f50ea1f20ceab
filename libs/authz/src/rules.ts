import { checkCondition, isNames, show, suggest } from './check.ts'
import { always } from './condition.ts'
import { type PolicyDocument, type RoleDocument, type RuleDocument, listNames } from './document.ts'
import { compile } from './evaluate.ts'
import { InvalidPolicy, type Problem } from './errors.ts'
import { type Reads, noReads } from './reads.ts'
import type { Rule } from './rule.ts'

/** No real hierarchy is deeper. The limit prevents a stack overflow. */
const MOST_LEVELS = 500

const MEMBERS = /^(effect|permissions|when|after|omit|mask|fields)$/

export interface CheckedRules {
  /** Each role with its own and its inherited rules. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>
  /** The attributes of the subject to which conditions refer. */
  readonly references: Reads
}

/** @throws {InvalidPolicy} with all mistakes in the document. */
export function checkRules(
  { resources, roles, grantsShowAllFields = [], ...rest }: PolicyDocument,
  permissions: readonly string[],
): CheckedRules {
  const known = new Set(permissions.flatMap(listNames))
  const rules = new Map<string, readonly Rule[]>()
  const references = noReads()
  const problems: Problem[] = []
  const ruleProblems: Problem[] = []

  // After many mistakes, a search for similar names helps nobody.
  const checkName = (name: string, refuse: (message: string) => void) =>
    known.has(name) ||
    refuse(`unknown permission "${name}"${ruleProblems.length < 100 ? suggest(name, known) : ''}`)
  const createRule = (given: RuleDocument, role: string, index: number): Rule => {
    const path = `roles.${role}.rules[${index}]`
    const refuse = (message: string) => ruleProblems.push({ path, message })
    const rule = { when: always, omit: [], mask: [], ...given } as Rule
    checkCondition(rule.when, refuse)
    const { after = always, fields = [] } = rule
    checkCondition(after, refuse)
    const names = rule.permissions
    if (
      ![names, rule.omit, rule.mask, fields].every(isNames) ||
      !names.length ||
      !/^(allow|deny)$/.test(rule.effect) ||
      Object.keys(rule).some((member) => !MEMBERS.test(member))
    )
      refuse(`invalid rule ${show(given)}`)
    else for (const name of names) checkName(name, refuse)
    if (!ruleProblems.length) for (const each of [rule.when, after]) compile(each, noReads(), references)
    return { ...rule, role, path }
  }

  const visit = (role: string, from: readonly string[]): readonly Rule[] => {
    const path = [...from, role]
    const refuse = (message: string) => {
      problems.push({ path: `roles.${from.at(-1) ?? role}.inherits`, message })
      return []
    }
    if (!Object.hasOwn(roles, role)) return refuse(`unknown role "${role}"`)
    if (from.includes(role)) return refuse(`cycle ${path.slice(path.indexOf(role)).join(' → ')}`)
    if (from.length > MOST_LEVELS) return refuse(`more than ${MOST_LEVELS} levels`)
    const { rules: own = [], inherits = [], ...others } = roles[role] as Partial<RoleDocument>
    if (!isNames(inherits) || Object.keys(others).length) return refuse(`invalid role ${show(roles[role])}`)
    const all = rules.get(role) ?? [
      ...new Set([
        ...own.map((rule, i) => createRule(rule, role, i)),
        ...inherits.flatMap((parent) => visit(parent, path)),
      ]),
    ]
    rules.set(role, all)
    return all
  }

  for (const role of Object.keys(roles)) visit(role, [])
  for (const permission of permissions)
    if (!/^[^:*]+:[^:*]+$/.test(permission))
      problems.push({ path: 'resources', message: `not resource:action: "${permission}"` })
  const checkNames = (path: string, names: unknown) =>
    isNames(names) || problems.push({ path, message: `no list of names: ${show(names)}` })
  for (const [name, actions] of Object.entries(Object(resources))) checkNames(`resources.${name}`, actions)
  if (checkNames('grantsShowAllFields', grantsShowAllFields) === true)
    for (const name of grantsShowAllFields)
      checkName(name, (message) => problems.push({ path: 'grantsShowAllFields', message }))
  for (const member of Object.keys(rest))
    problems.push({ path: 'policy', message: `unknown member "${member}"` })
  const all = problems.concat(ruleProblems)
  if (all.length) throw new InvalidPolicy(all)
  return { rules, references }
}
