import { checkCondition, isNames, show } from '../decisions/check.ts'
import { explainObject } from '../decisions/remedy.ts'
import { suggest } from '../decisions/suggest.ts'
import { type Condition, always } from '../conditions/condition.ts'
import { compile } from '../conditions/evaluate.ts'
import { InvalidPolicy, type Problem } from '../errors.ts'
import { type Reads, noReads } from '../conditions/reads.ts'
import { checkFollowed } from '../roles/check-followed.ts'
import { followRules, hasFollowed, listFollowed } from '../roles/follow.ts'
import { isAbout } from '../roles/hierarchy.ts'
import { walkRoles } from '../roles/role-walk.ts'
import { type PolicyDocument, type RuleDocument, listNames } from './document.ts'
import { LONGEST_REASON, isReason } from './reason.ts'
import type { Rule } from './rule.ts'

const MEMBERS = /^(effect|permissions|when|after|omit|mask|fields|reason)$/
const OPTIONS = ['omit', 'mask', 'fields', 'after', 'reason']

export interface CheckedRules {
  /** Each role with its own and its inherited rules. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>
  /** The attributes of the subject to which conditions refer. */
  readonly references: Reads
  /** `followRules`, for the rules of a subject. */
  readonly followRules: typeof followRules
  /** The conditions of all rules about a permission, with those of the permissions that they follow. */
  readonly conditionsOf: (permission: string) => readonly Condition[]
}

const refuseFollowed = (permission: string, permissions: readonly string[]): string =>
  permission.includes('*')
    ? `may follows one permission, not "${permission}"`
    : `unknown permission "${permission}" in may${suggest(permission, permissions)}`

/** A condition that is an object, or a misspelt option. */
function describeUnknownMember(given: object): string {
  const unknown = Object.entries(given).filter(([member]) => !MEMBERS.test(member))
  const [name] = unknown[0] ?? []
  if (name === undefined || name === 'more than once' || name === 'no synchronous function') return ''
  return suggest(name, OPTIONS) || explainObject(Object.fromEntries(unknown))
}

/** Why a rule is none, except for its conditions and the names of its permissions. */
function findMistake(rule: Rule, given: RuleDocument & { readonly mistake?: unknown }): string | undefined {
  const { effect, permissions, omit, mask, fields = [], reason } = rule
  if (typeof given.mistake === 'string') return given.mistake
  const isValid =
    [permissions, omit, mask, fields].every(isNames) &&
    permissions.length > 0 &&
    /^(allow|deny)$/.test(effect) &&
    Object.keys(rule).every((member) => MEMBERS.test(member))
  if (!isValid) return `invalid rule ${show(given)}${describeUnknownMember(given)}`
  return reason === undefined || isReason(reason)
    ? undefined
    : `invalid reason ${show(reason)}; write a text of 1 to ${LONGEST_REASON} characters`
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
  const ownRules: Rule[] = []

  // After many mistakes, a search for similar names helps nobody.
  const checkName = (name: string, refuse: (message: string) => void) =>
    known.has(name) ||
    refuse(`unknown permission "${name}"${ruleProblems.length < 100 ? suggest(name, known) : ''}`)
  const createRule = (given: RuleDocument, role: string, index: number): Rule => {
    const path = `roles.${role}.rules[${index}]`
    const refuse = (message: string) => ruleProblems.push({ path, message })
    const rule = {
      when: always,
      after: undefined,
      omit: [],
      mask: [],
      fields: undefined,
      reason: undefined,
      ...given,
    } as Rule
    checkCondition(rule.when, refuse)
    const { after = always } = rule
    checkCondition(after, refuse)
    const mistake = findMistake(rule, given)
    if (mistake !== undefined) refuse(mistake)
    else for (const name of rule.permissions) checkName(name, refuse)
    if (!ruleProblems.length)
      for (const { part } of [rule.when, after].flatMap((each) => listFollowed(each)))
        if (!permissions.includes(part.permission)) refuse(refuseFollowed(part.permission, permissions))
    const placed = { ...rule, role, path }
    ownRules.push(placed)
    return placed
  }

  walkRoles(roles, Object.keys(roles), {
    enter: (role) =>
      rules.set(
        role,
        (roles[role]?.rules ?? []).map((rule, i) => createRule(rule, role, i)),
      ),
    leave: (role, parents) => {
      const all = [role, ...parents].flatMap((name) => rules.get(name) ?? [])
      // An inherited role stands before its heirs in the list of roles.
      rules.delete(role)
      rules.set(role, [...new Set(all)])
    },
    refuse: (role, message) => problems.push({ path: `roles.${role}.inherits`, message }),
  })
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
  // A policy without `may` pays nothing for it.
  const follows =
    !ruleProblems.length && ownRules.some(({ when, after = always }) => [when, after].some(hasFollowed))
  if (follows) checkFollowed(permissions, ownRules, (path, message) => ruleProblems.push({ path, message }))
  const all = problems.concat(ruleProblems)
  if (all.length) throw new InvalidPolicy(all)
  const replaceFollowed = follows ? followRules : () => (condition: Condition) => condition
  const follow = replaceFollowed(ownRules)
  const listConditions = (some: readonly Rule[]) =>
    some.flatMap(({ when, after = always }) => [when, after].map(follow))
  for (const condition of listConditions(ownRules)) compile(condition, noReads(), references)
  return {
    rules,
    references,
    followRules: replaceFollowed,
    conditionsOf: (permission) => listConditions(ownRules.filter((rule) => isAbout(rule, permission))),
  }
}
