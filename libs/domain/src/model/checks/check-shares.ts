import { InvalidPolicy } from '@content-service/authz'
import { analyze } from '@content-service/authz/analyze'
import {
  findConditionProblems,
  findLongPaths,
  type PolicyVocabulary,
} from '../../access/condition-problems.ts'
import {
  createPolicy,
  nameRule,
  type AbsentResources,
  type ContentPolicy,
} from '../../access/content-policy.ts'
import type { ModelRole } from '../../access/model-role.ts'
import { listOrderedKinds } from '../../access/ordered-facts.ts'
import { nameMembers } from '../../access/member-facts.ts'
import type { DeclaredResource, Rights, Share } from '../../access/rights.ts'
import { ModelError } from './model-error.ts'

/** The problems of the conditions of shares. */
const findShareProblems = (
  policy: ContentPolicy,
  resources: readonly DeclaredResource[],
  vocabulary: PolicyVocabulary,
): readonly string[] => {
  const never = new Map(
    analyze(policy).flatMap(({ kind, path, message }) => (kind === 'unreachable' ? [[path, message]] : [])),
  )
  return Object.entries(policy.document.roles).flatMap(([role, { rules }]) =>
    rules.flatMap((rule, place) => {
      const permission = rule.permissions[0] ?? ''
      const isDeclared = resources.some(({ name }) => permission.startsWith(`${name}:`))
      if (!isDeclared || rule.when === undefined) return []
      const label = `${permission} for ${role}`
      const message = never.get(`roles.${role}.rules[${place}]`)
      return [
        ...findConditionProblems(vocabulary, rule, label).map((problem) => `${label}: ${problem.message}`),
        ...(message === undefined ? [] : [`${label}: ${message}`]),
      ]
    }),
  )
}

const readInShare = (vocabulary: PolicyVocabulary, resource: string, share: Share): Share =>
  typeof share === 'function'
    ? (record, caller, now) => share(nameMembers(vocabulary, resource, record), caller, now)
    : share

/** C16.1: the rights, whose conditions read the members of groups. */
const readInRights = (vocabulary: PolicyVocabulary, { name, rights }: DeclaredResource): Rights =>
  Object.fromEntries(
    Object.entries(rights).map(([action, shares]) => [
      action,
      Object.fromEntries(
        Object.entries<Share>(shares).map(([role, share]) => [role, readInShare(vocabulary, name, share)]),
      ),
    ]),
  )

/** The policy of a model. @throws ModelError, which names the declarations with wrong conditions. */
export const createDeclaredPolicy = (
  resources: readonly DeclaredResource[],
  roles: readonly ModelRole[],
  vocabulary: PolicyVocabulary,
  absent: AbsentResources,
): ContentPolicy => {
  const read = resources.map((resource) => ({
    ...resource,
    rights: readInRights(vocabulary, resource),
  }))
  try {
    return createPolicy(read, roles, (resource) => listOrderedKinds(vocabulary, resource), absent)
  } catch (error) {
    if (!(error instanceof InvalidPolicy)) throw error
    throw new ModelError(
      error.problems.map(({ path, message }) => `${nameRule(resources, path, absent)}: ${message}`),
    )
  }
}

/**
 * C14.3: the conditions of shares compare facts of their records with values that occur, follow at most two links, and each
 * allows something to somebody. @throws ModelError.
 */
export const checkShares = (
  policy: ContentPolicy,
  resources: readonly DeclaredResource[],
  vocabulary: PolicyVocabulary,
): void => {
  const problems = [
    ...findShareProblems(policy, resources, vocabulary),
    ...findLongPaths(policy).map(({ path, message }) => `${path}: ${message}`),
  ]
  if (problems.length > 0) throw new ModelError(problems)
}
