import { type Condition, always, hasInner, isJunction, isReference } from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { MOST_NESTED, checkDepth } from '../engine/conditions/depth.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { followRules, hasFollowed } from '../engine/roles/follow.ts'
import { isAbout, listLineage } from '../engine/roles/hierarchy.ts'
import { withoutDuplicates } from '../json/duplicates.ts'

/** A rule of some roles, with what all subjects with these roles have in common. */
export interface PlannedRule {
  readonly rule: RuleDocument
  /** The packed rule without its conditions and permissions. */
  readonly base: Omit<RuleDocument, 'when' | 'after'>
  /** The permissions of the policy that the rule names. */
  readonly permissions: readonly string[]
  /** The rule has the same form for all subjects. */
  readonly isFixed: boolean
}

/** The rules of some roles and of inherited roles, each once. */
export interface RolesPlan {
  readonly rules: readonly PlannedRule[]
  readonly follow: (condition: Condition) => Condition
  /** The packed forms of fixed rules; null for a rule that never has an effect. */
  readonly fixed: Map<PlannedRule, RuleDocument | null>
}

export interface DocumentPlan {
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
  [when, after]
    .map((condition) => checkDepth(condition))
    .every((condition) => !hasFollowed(condition) && !dependsOnSubject(condition))

// Invented combinations of roles cannot fill the memory.
const MOST_KEPT = 1_000

function planDocument(document: PolicyDocument, permissions: readonly string[]): DocumentPlan {
  const kept = new Map<string, RolesPlan>()
  const planRule = (rule: RuleDocument): PlannedRule => ({
    rule,
    base: copy(withoutDuplicates(omitConditions(rule))),
    permissions: permissions.filter((permission) => isAbout(rule, permission)),
    isFixed: isFixed(rule),
  })
  const planRoles = (roles: readonly string[]): RolesPlan => {
    const lineages = ['*', ...roles].flatMap((role) => listLineage(document, role))
    const rules = [...new Set(lineages.flatMap((role) => document.roles[role]?.rules ?? []))]
    return { rules: rules.map(planRule), follow: followRules(rules), fixed: new Map() }
  }
  return {
    resources: copy(withoutDuplicates(document.resources)),
    ofRoles: (roles) => {
      const key = JSON.stringify(roles)
      const known = kept.get(key)
      if (known && roles.every((role) => typeof role === 'string')) return known
      const plan = planRoles(roles)
      // A name that is no text can have the JSON of another one.
      if (kept.size < MOST_KEPT && roles.every((role) => typeof role === 'string')) kept.set(key, plan)
      return plan
    },
  }
}

/** Two objects for each nested condition, and those around them. */
const DEEPEST = 2 * MOST_NESTED + 20

const isFrozen = (data: unknown, depth = 0): boolean =>
  typeof data !== 'object' ||
  data === null ||
  (depth < DEEPEST && Object.isFrozen(data) && Object.values(data).every((part) => isFrozen(part, depth + 1)))

/** A policy is a value that its user holds: the plan of a document lives as long as the document. */
const plans = new WeakMap<PolicyDocument, DocumentPlan>()

/** The plan of a document. It is kept, if nobody can change the document: that of each policy without dates is such a one. */
export function findPlan(document: PolicyDocument, permissions: readonly string[]): DocumentPlan {
  const known = plans.get(document)
  if (known) return known
  const plan = planDocument(document, permissions)
  if (isFrozen(document) && isFrozen(permissions)) plans.set(document, plan)
  return plan
}
