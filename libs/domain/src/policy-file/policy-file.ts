import { InvalidPolicy, type Policy, type PolicyDocument } from '@content-service/authz'
import { analyze, type Finding } from '@content-service/authz/analyze'
import { parsePolicy, toJson, type JsonPolicy } from '@content-service/authz/json'
import type { Caller, ContentPolicy } from '../access/content-policy.ts'
import { findConditionProblems, findLongPaths, type PolicyProblem } from '../access/condition-problems.ts'
import { isObject } from '../rules/is-object.ts'
import type { ContentModel } from '../model/content-model.ts'
import { listLineage } from '../access/held-roles.ts'
import { replaceAliases } from './comment-aliases.ts'
import { renameWords, type RenamedPolicy } from './renamed-words.ts'
import {
  findMissingRoles,
  findResourceProblems,
  findRoleProblems,
  listAttributeNames,
  withAllResources,
} from './vocabulary.ts'

/** A policy that an operator has written (C7.7), and warnings about probable mistakes. */
export interface OperatorPolicy {
  readonly policy: ContentPolicy
  readonly findings: readonly Finding[]
}

/** Each permission with the type of its rows. */
type RowsOf<P> = P extends Policy<Caller, infer Rows> ? Rows : never

/** The default policy of a model as a file that an operator can edit. */
export const defaultPolicyFile = (model: ContentModel): JsonPolicy => {
  const { resources, ...rules } = toJson(model.policy)
  return { resources, attributes: listAttributeNames(model), ...rules }
}

/** C3.7 hides fields in one place for both interfaces, so that a policy file that names fields would have no effect. */
const findFieldProblems = (rule: object, path: string): readonly PolicyProblem[] =>
  ['omit', 'mask', 'fields', 'after']
    .filter((member) => member in rule)
    .map((member) => ({ path: `${path}.${member}`, message: 'has no effect in this service; remove it' }))

const findRuleProblems = (model: ContentModel, { roles }: PolicyDocument): readonly PolicyProblem[] =>
  Object.entries(roles).flatMap(([role, { rules }]) =>
    rules.flatMap((rule, index) => {
      const path = `roles.${role}.rules[${index}]`
      return [...findFieldProblems(rule, path), ...findConditionProblems(model, rule, path)]
    }),
  )

const findProblems = (
  model: ContentModel,
  document: PolicyDocument,
  policy: ContentPolicy,
): readonly PolicyProblem[] => [
  ...findResourceProblems(model, document.resources),
  ...findRoleProblems(model, document.roles, (role) => listLineage(document, role)),
  ...findRuleProblems(model, document),
  ...findLongPaths(policy),
]

/** Without the attributes, which the service knows better: `findConditionProblems` checks the names. */
const completePolicy = (model: ContentModel, given: unknown): unknown => {
  if (!isObject(given)) return given
  const { resources, roles, attributes: _, ...rest } = given
  return {
    ...rest,
    ...(roles !== undefined && { roles: replaceAliases(roles) }),
    ...(isObject(resources) && { resources: withAllResources(model, resources) }),
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidPolicy([{ path: 'policy', message: `is not valid JSON: ${(error as Error).message}` }])
  }
}

/** Without a role, the file has an error for each role that inherits it. The first error names the cause. */
const parseRules = (model: ContentModel, { policy: given, problems }: RenamedPolicy): ContentPolicy => {
  try {
    return parsePolicy<Caller, RowsOf<ContentPolicy>>(completePolicy(model, given))
  } catch (error) {
    if (!(error instanceof InvalidPolicy)) throw error
    const roles = isObject(given) ? given['roles'] : undefined
    const missing = isObject(roles) ? findMissingRoles(model, roles) : []
    throw new InvalidPolicy([...problems, ...missing, ...error.problems])
  }
}

/**
 * Reads the policy of an operator's file for the resources of a model, and for its roles (C15.22).
 * @throws InvalidPolicy with all problems, each with its place.
 */
export const readPolicy = (model: ContentModel, text: string): OperatorPolicy => {
  const renamed = renameWords(model, parseJson(text))
  const policy = parseRules(model, renamed)
  const problems = [...renamed.problems, ...findProblems(model, policy.document, policy)]
  if (problems.length > 0) throw new InvalidPolicy(problems)
  return { policy, findings: analyze(policy) }
}
