import { type Condition, always, hasInner, isJunction, isReference } from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { checkDepth } from '../engine/conditions/depth.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { readOwnDocument } from '../engine/policy/own-document.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { followRules, hasFollowed } from '../engine/roles/follow.ts'
import { isAbout, listLineage } from '../engine/roles/hierarchy.ts'
import { withoutDuplicates } from '../json/duplicates.ts'

/** A rule of some roles, with what all subjects with these roles have in common. */
export interface PlannedRule {
  /** The packed rule without its conditions, with the permissions of the policy that the rule names. */
  readonly base: Omit<RuleDocument, 'when' | 'after'>
  /** With the conditions of the permissions that it follows. */
  readonly when: Condition | undefined
  readonly after: Condition | undefined
  /** The base has an effect and permissions alone. */
  readonly isBare: boolean
  /** The rule has the same form for all subjects. */
  readonly isFixed: boolean
}

/** The rules of some roles and of inherited roles, each once. */
export interface RolesPlan {
  readonly rules: readonly PlannedRule[]
  /** The packed forms of fixed rules; null for a rule that never has an effect. */
  readonly fixed: Map<PlannedRule, RuleDocument | null>
}

export interface DocumentPlan {
  readonly document: PolicyDocument
  readonly permissions: readonly string[]
  readonly resources: PolicyDocument['resources']
  readonly ofRoles: (roles: readonly string[]) => RolesPlan
}

const dependsOnSubject = (condition: Condition): boolean => {
  if (isJunction(condition)) return condition.conditions.some(dependsOnSubject)
  if (condition.op === 'subject') return true
  if (hasInner(condition)) return dependsOnSubject(condition.condition)
  return condition.op !== 'may' && isReference(condition.value)
}

const listNames = (name: 'omit' | 'mask', names: readonly string[] = []) =>
  names.length > 0 ? { [name]: names } : {}

/** The members of a rule that are no conditions. A list without names says nothing. */
const omitConditions = ({
  when: _when,
  after: _after,
  omit,
  mask,
  ...base
}: RuleDocument): PlannedRule['base'] => ({
  ...base,
  ...listNames('omit', omit),
  ...listNames('mask', mask),
})

const isFixed = ({ when = always, after = always }: RuleDocument): boolean =>
  [when, after].every((condition) => !hasFollowed(condition) && !dependsOnSubject(condition))

// Invented combinations of roles cannot fill the memory.
const MOST_KEPT = 1_000

function planDocument(document: PolicyDocument, permissions: readonly string[]): DocumentPlan {
  const [ofOne, ofSeveral] = [new Map<string, RolesPlan>(), new Map<string, RolesPlan>()]
  const planRule = (rule: RuleDocument, follow: (condition: Condition) => Condition): PlannedRule => {
    const read = (condition: Condition | undefined) => condition && follow(checkDepth(condition))
    const named = permissions.filter((permission) => isAbout(rule, permission))
    const base = copy(withoutDuplicates({ ...omitConditions(rule), permissions: named }))
    return {
      base,
      isBare: Object.keys(base).length === 2,
      when: read(rule.when),
      after: read(rule.after),
      isFixed: isFixed(rule),
    }
  }
  const planRoles = (roles: readonly string[]): RolesPlan => {
    const lineages = ['*', ...roles].flatMap((role) => listLineage(document, role))
    const rules = [...new Set(lineages.flatMap((role) => document.roles[role]?.rules ?? []))]
    const follow = followRules(rules)
    return { rules: rules.map((rule) => planRule(rule, follow)), fixed: new Map() }
  }
  return {
    document,
    permissions,
    resources: copy(withoutDuplicates(document.resources)),
    ofRoles: (roles) => {
      // A name that is no text can have the JSON of another one.
      if (!roles.every((role) => typeof role === 'string')) return planRoles(roles)
      const [only = ''] = roles
      const [kept, key] = roles.length === 1 ? [ofOne, only] : [ofSeveral, JSON.stringify(roles)]
      const known = kept.get(key)
      if (known) return known
      const plan = planRoles(roles)
      if (kept.size < MOST_KEPT) kept.set(key, plan)
      return plan
    },
  }
}

/** A policy is a value that its user holds: the plan of a document lives as long as the document. */
const plans = new WeakMap<PolicyDocument, DocumentPlan>()

/** The plan of a policy. That of a policy of this package is kept: nobody can change its document. */
export function findPlan(policy: PolicyData): DocumentPlan {
  const own = readOwnDocument(policy)
  const document = own ?? policy.document
  const known = plans.get(document)
  if (known) return known
  const { permissions } = policy
  const plan = planDocument(document, permissions)
  if (own) plans.set(own, plan)
  return plan
}
