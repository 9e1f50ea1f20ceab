import {
  type Comparison,
  type Condition,
  type Sibling,
  isSibling,
  hasInner,
  isJunction,
} from '../engine/conditions/condition.ts'
import { type RuleDocument, listPermissions, parseResource } from '../engine/policy/document.ts'
import { suggest } from '../engine/decisions/suggest.ts'
import type { Problem } from '../engine/errors.ts'
import { isAbout } from '../engine/roles/hierarchy.ts'
import type { Kind, KindsByName } from '../engine/conditions/kind.ts'
import type { JsonPolicy } from './json-policy.ts'
import { ORDERED_KINDS } from './ordered-kinds.ts'

/** The attributes of a resource, each with its kind or with the attributes of its objects. A list declares no kinds. */
type Declared = ReadonlyMap<string, Kind | KindsByName | undefined>

/** The attributes that a part of a condition can name, with the name of their resource. */
interface Scope {
  readonly name: string
  readonly declared: Declared | undefined
}

const isList = (given: object): given is readonly unknown[] => Array.isArray(given)

function declare(given: readonly string[] | KindsByName): Declared {
  if (isList(given)) return new Map(given.map((name) => [name, undefined]))
  return new Map(
    Object.entries(given).map(([name, kinds]) => [
      name,
      typeof kinds === 'object' && isList(kinds) ? (kinds[0] as KindsByName) : (kinds as Kind),
    ]),
  )
}

const listDeclared = ({ attributes = {} }: JsonPolicy): ReadonlyMap<string, Declared> =>
  new Map(Object.entries(attributes).map(([resource, given]) => [resource, declare(given)]))

export const unknownResources = ({ attributes = {}, resources }: JsonPolicy): readonly Problem[] =>
  Object.keys(attributes)
    .filter((resource) => !Object.hasOwn(resources, resource))
    .map((resource) => ({
      path: `attributes.${resource}`,
      message: 'unknown resource; add it to resources or remove it',
    }))

/** The attributes of the objects at an attribute. */
function inside({ name, declared }: Scope, attribute: string): Scope {
  const inner = declared?.get(attribute)
  return { name: `${name}.${attribute}`, declared: typeof inner === 'object' ? declare(inner) : undefined }
}

/** The problem of a comparison that an ordered kind decides, or that names one for another attribute. */
function findOrder({ op, attribute, by }: Comparison, own: string): string | undefined {
  const [wanted, given] = [own, by ?? ''].map((name) => (ORDERED_KINDS.has(name) ? name : undefined))
  if (op === 'isNull' || wanted === given) return undefined
  return wanted === undefined
    ? `${attribute} has the kind ${own}, which ${given} cannot order; remove "by"`
    : `${attribute} has the kind ${own}; add "by": "${own}"`
}

type Complete = (comparison: Comparison, scopes: readonly Scope[]) => Comparison

function mapComparisons(condition: Condition, scopes: readonly Scope[], map: Complete): Condition {
  const inner = (part: Condition) => mapComparisons(part, scopes, map)
  if (isJunction(condition)) return { op: condition.op, conditions: condition.conditions.map(inner) }
  if (condition.op === 'not') return { op: 'not', condition: inner(condition.condition) }
  if (condition.op === 'subject') return condition
  if (!hasInner(condition) && condition.op !== 'may') return map(condition, scopes)
  map(condition as never, scopes)
  if (condition.op === 'may') return condition
  const { op, attribute } = condition
  const below = scopes.map((scope) => inside(scope, attribute))
  return { op, attribute, condition: mapComparisons(condition.condition, below, map) }
}

/**
 * Returns a function that adds the declared kinds to the comparisons of a rule. A rule about several resources gets no
 * kinds. The function adds to `problems` the attributes that the policy does not declare, because a deny rule with a
 * misspelt attribute would deny every row, and the kinds that differ from the declared ones.
 */
export function readKinds(
  policy: JsonPolicy,
  problems: Problem[],
): (rule: RuleDocument, path: string) => RuleDocument {
  const declared = listDeclared(policy)
  const permissions = listPermissions(policy)

  return (rule, path) => {
    const resources = [...new Set(permissions.filter((name) => isAbout(rule, name)).map(parseResource))]
    const [only, ...others] = resources
    const scopes = resources.map((name): Scope => ({ name, declared: declared.get(name) }))
    const checkName = (attribute: string, among: readonly Scope[]) => {
      for (const { name, declared: known } of among)
        if (known?.has(attribute) === false)
          problems.push({
            path,
            message: `unknown attribute "${attribute}" of ${name}${suggest(attribute, known.keys()) || `; add it to attributes.${name} or correct it`}`,
          })
    }
    const complete: Complete = (comparison, among) => {
      const { attribute, kind } = comparison
      checkName(attribute, among)
      const { value } = comparison
      if (isSibling(value)) checkName(value.attribute, among)
      const kindOf = (name: string) => (others.length ? undefined : among[0]?.declared?.get(name))
      const own = kindOf(attribute)
      if (typeof own !== 'string') return comparison
      const order = findOrder(comparison, own)
      if (order !== undefined) problems.push({ path, message: order })
      if (ORDERED_KINDS.has(own)) return comparison
      if (kind && own !== kind)
        problems.push({
          path,
          message: `${attribute} has the kind ${kind}, but attributes.${only} says ${own}; use one kind`,
        })
      const other = isSibling(value) ? kindOf(value.attribute) : undefined
      const operand = typeof other === 'string' && { value: { ...(value as Sibling), kind: other } }
      return { ...comparison, kind: own, ...operand } as Comparison
    }
    const when = rule.when && mapComparisons(rule.when, scopes, complete)
    const after = rule.after && mapComparisons(rule.after, scopes, complete)
    for (const field of [rule.omit, rule.mask, rule.fields].flatMap((names) => names ?? []))
      checkName(field, scopes)
    return { ...rule, ...(when && { when }), ...(after && { after }) }
  }
}
