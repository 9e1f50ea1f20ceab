import { copy } from '../engine/conditions/copy.ts'
import type { Condition } from '../engine/conditions/condition.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { checkDepth } from '../engine/conditions/depth.ts'
import type { ConditionFunction } from '../engine/conditions/kind.ts'
import { listFunctions } from '../engine/conditions/text-function.ts'
import { compilePolicy } from '../engine/decisions/engine.ts'
import { InvalidPolicy, type Problem } from '../engine/errors.ts'
import type { AuditHook } from '../engine/decisions/audit.ts'
import type { Permissions, Policy, PolicyData } from '../engine/policy/policy.ts'
import { expandRoles } from '../engine/roles/role-on.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { readKinds, unknownResources } from './attributes.ts'
import { withoutDuplicates } from './duplicates.ts'
import type { JsonPolicy } from './json-policy.ts'
import { ORDERED_KINDS } from './ordered-kinds.ts'
import { decodeCondition, encodeCondition } from './scalars.ts'
import type { Schema } from './schema-form.ts'
import { policySchema } from './schema.ts'
import { validate } from './validate.ts'

export { policySchema }
export type { JsonPolicy } from './json-policy.ts'

export interface PolicyOptions {
  readonly audit?: AuditHook
  /** The text functions that conditions name. */
  readonly functions?: readonly ConditionFunction[]
}

/** Maps a rule and its path. */
type MapRule = (rule: RuleDocument, path: string) => RuleDocument

const mapRules = (
  { resources, roles, grantsShowAllFields }: PolicyDocument,
  map: MapRule,
): PolicyDocument => ({
  resources,
  roles: Object.fromEntries(
    Object.entries(roles).map(([role, of]) => [
      role,
      { ...of, rules: of.rules.map((rule, i) => map(rule, `roles.${role}.rules[${i}]`)) },
    ]),
  ),
  ...(grantsShowAllFields && { grantsShowAllFields }),
})

const mapConditions = (rule: RuleDocument, map: (condition: Condition) => Condition): RuleDocument => ({
  ...rule,
  ...(rule.when && { when: map(rule.when) }),
  ...(rule.after && { after: map(rule.after) }),
})

/** The policy as a document that `JSON.stringify` can write and `parsePolicy` can read. */
export const toJson = ({ document }: PolicyData): PolicyDocument =>
  withoutDuplicates(
    mapRules(document, (rule) => mapConditions(rule, (condition) => encodeCondition(checkDepth(condition)))),
  )

/**
 * Creates a policy from JSON: a text, or the result of `JSON.parse`. The compiler does not know its permissions and rows
 * unless you name them: `parsePolicy<User, typeof builtIn extends Policy<infer _, infer M> ? M : never>(text)`.
 * @throws {InvalidPolicy} with all mistakes in the policy, each with its path. If the text is not JSON, the path is `policy`.
 */
export function parsePolicy<S extends Subject = Subject, M extends object = Permissions>(
  json: unknown,
  { audit, functions }: PolicyOptions = {},
): Policy<S, M> {
  const given = read(json)
  const problems = validate(policySchema as Schema, given)
  if (problems.length > 0) throw new InvalidPolicy(problems)
  const policy = expandRoles(given as JsonPolicy) as JsonPolicy
  const found: Problem[] = [...unknownResources(policy)]
  const addKinds = readKinds(policy, found)
  const known = new Map([...ORDERED_KINDS, ...listFunctions(functions)])
  const document = mapRules(policy, (rule, path) => {
    return mapConditions(addKinds(rule, path), (condition) => decodeCondition(condition, known))
  })
  return compileWith(found, () => compilePolicy<S, M>(document, audit))
}

/** A copy of the policy: so a getter cannot give one value to the validation and another one to the policy. */
function read(json: unknown): unknown {
  const given = typeof json === 'string' ? parse(json) : json
  try {
    return copy(given)
  } catch {
    throw new InvalidPolicy([{ path: 'policy', message: 'cannot be read, because a getter throws' }])
  }
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
