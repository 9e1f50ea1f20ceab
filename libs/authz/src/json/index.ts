import { fold } from '../condition.ts'
import { type PolicyDocument, type RuleDocument, namesFor, permissionsIn, resourceOf } from '../document.ts'
import { compilePolicy } from '../engine.ts'
import { InvalidPolicy, type Problem } from '../errors.ts'
import type { AuditHook } from '../audit.ts'
import type { Permissions, Policy, PolicyData } from '../policy.ts'
import type { Subject } from '../subject.ts'
import { decodeCondition, encodeCondition } from './scalars.ts'
import { policySchema } from './schema.ts'
import { type Schema, validate } from './validate.ts'

export { policySchema }

/** A policy as JSON: a `PolicyDocument` with tagged dates and bigints, and with the attributes that rules may name. */
export interface JsonPolicy extends PolicyDocument {
  readonly $schema?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
}

const mapRules = (document: PolicyDocument, map: (rule: RuleDocument) => RuleDocument): PolicyDocument => ({
  resources: document.resources,
  roles: Object.fromEntries(
    Object.entries(document.roles).map(([role, of]) => [role, { ...of, rules: of.rules.map(map) }]),
  ),
})

/** The policy as a document that `JSON.stringify` can write and `parsePolicy` can read. */
export const toJson = ({ document }: PolicyData): PolicyDocument =>
  mapRules(document, (rule) => (rule.when ? { ...rule, when: encodeCondition(rule.when) } : rule))

const attributesIn = ({ when, omit = [], mask = [] }: RuleDocument): readonly string[] => {
  const named = when
    ? fold<readonly string[]>(
        when,
        (_, parts) => parts.flat(),
        (part) => part,
        ({ attribute }) => [attribute],
      )
    : []
  return [...named, ...omit, ...mask]
}

/**
 * Finds attributes that are not in the list of the policy. A deny rule with a misspelt attribute would deny nothing.
 */
function unknownAttributes(policy: JsonPolicy): Problem[] {
  const known = new Map(Object.entries(policy.attributes ?? {}))
  const permissions = permissionsIn(policy)
  const inRule = (rule: RuleDocument, path: string): Problem[] => {
    const meant = permissions.filter((permission) =>
      namesFor(permission).some((name) => rule.permissions.includes(name)),
    )
    const resources = [...new Set(meant.map(resourceOf))]
    return resources.flatMap((resource) =>
      attributesIn(rule)
        .filter((attribute) => known.get(resource)?.includes(attribute) === false)
        .map((attribute) => ({
          path,
          message: `unknown attribute "${attribute}" of ${resource}; add it to attributes.${resource} or correct it`,
        })),
    )
  }
  const resources = [...known.keys()].filter((resource) => !Object.hasOwn(policy.resources, resource))
  return [
    ...resources.map((resource) => ({
      path: `attributes.${resource}`,
      message: 'unknown resource; add it to resources or remove it',
    })),
    ...Object.entries(policy.roles).flatMap(([role, { rules }]) =>
      rules.flatMap((rule, i) => inRule(rule, `roles.${role}.rules[${i}]`)),
    ),
  ]
}

/**
 * Creates a policy from JSON: a text, or the result of `JSON.parse`. The compiler does not know its permissions and rows
 * unless you name them: `parsePolicy<User, typeof builtIn extends Policy<infer _, infer M> ? M : never>(text)`.
 * @throws {InvalidPolicy} with all mistakes in the policy, each with its path. If the text is not JSON, the path is `policy`.
 */
export function parsePolicy<S extends Subject = Subject, M extends object = Permissions>(
  json: unknown,
  options: { readonly audit?: AuditHook } = {},
): Policy<S, M> {
  const given = typeof json === 'string' ? parse(json) : json
  const problems = validate(policySchema as Schema, given)
  if (problems.length > 0) throw new InvalidPolicy(problems)
  const policy = given as JsonPolicy
  const document = mapRules(policy, (rule) =>
    rule.when ? { ...rule, when: decodeCondition(rule.when) } : rule,
  )
  return compileWith(unknownAttributes(policy), () => compilePolicy<S, M>(document, options.audit))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidPolicy([{ path: 'policy', message: `is not valid JSON: ${(error as Error).message}` }])
  }
}

/** Compiles the policy. Throws the problems in `found` together with the problems of the compilation. */
function compileWith<P>(found: readonly Problem[], compile: () => P): P {
  try {
    const policy = compile()
    if (found.length === 0) return policy
  } catch (error) {
    if (error instanceof InvalidPolicy) throw new InvalidPolicy([...found, ...error.problems])
    throw error
  }
  throw new InvalidPolicy(found)
}
