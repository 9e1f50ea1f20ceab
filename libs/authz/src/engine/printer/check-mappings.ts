import type { Condition } from '../conditions/condition.ts'
import { type PolicyDocument, listPermissions, parseResource } from '../policy/document.ts'
import type { Problem } from '../errors.ts'
import { followRules } from '../roles/follow.ts'
import { isAbout } from '../roles/hierarchy.ts'
import type { PolicyData } from '../policy/policy.ts'
import { refuse } from './visit.ts'

interface RuleCondition {
  readonly path: string
  readonly when: Condition
  /** The resources that the rule is about. */
  readonly resources: readonly string[]
}

/** The conditions of all rules of a policy. */
export function listConditions(document: PolicyDocument): readonly RuleCondition[] {
  const permissions = listPermissions(document)
  const follow = followRules(Object.values(document.roles).flatMap(({ rules }) => rules))
  return Object.entries(document.roles).flatMap(([role, { rules }]) =>
    rules.flatMap((rule, i) => {
      const names = permissions.filter((name) => isAbout(rule, name)).map(parseResource)
      const path = `roles.${role}.rules[${i}]`
      return rule.when ? [{ path, when: follow(rule.when), resources: [...new Set(names)] }] : []
    }),
  )
}

/**
 * Throws all problems of the mappings of resources, of which each has its path under `option`, and of the conditions of
 * the rules about these resources.
 */
export function checkMappings<Mapping>(
  { document }: PolicyData,
  mappings: Readonly<Record<string, Mapping>>,
  option: string,
  problemsOfMapping: (mapping: Mapping) => readonly Problem[],
  problemsOfCondition: (condition: Condition, mapping: Mapping) => readonly Problem[],
): void {
  const isKnown = (resource: string) => Object.hasOwn(document.resources, resource)
  const ofMappings = Object.entries(mappings).flatMap(([resource, mapping]) => {
    const path = `${option}.${resource}`
    return isKnown(resource)
      ? under(path, problemsOfMapping(mapping))
      : [{ path, message: `unknown resource "${resource}"` }]
  })
  const ofRules = listConditions(document).flatMap(({ path, when, resources }) =>
    Object.entries(mappings)
      .filter(([resource]) => isKnown(resource) && resources.includes(resource))
      .flatMap(([resource, mapping]) =>
        under(path, problemsOfCondition(when, mapping), `${option}.${resource}.`),
      ),
  )
  refuse([...ofMappings, ...ofRules])
}

const under = (path: string, problems: readonly Problem[], prefix = ''): readonly Problem[] =>
  problems.map((problem) => ({ path, message: `${prefix}${problem.path}: ${problem.message}` }))
