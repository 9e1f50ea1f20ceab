import { type Comparison, type Condition, fold } from '../condition.ts'
import { type RuleDocument, permissionsIn, resourceOf } from '../document.ts'
import type { Problem } from '../errors.ts'
import { isAbout } from '../hierarchy.ts'
import type { Kind } from '../kind.ts'
import type { JsonPolicy } from './json-policy.ts'

/** The attributes of a resource, each with its kind. A list declares no kinds. */
type Declared = ReadonlyMap<string, Kind | undefined>

const isList = (given: object): given is readonly string[] => Array.isArray(given)

const declare = (given: readonly string[] | Readonly<Record<string, Kind>>): Declared =>
  new Map<string, Kind | undefined>(
    isList(given) ? given.map((name) => [name, undefined]) : Object.entries(given),
  )

const declaredBy = ({ attributes = {} }: JsonPolicy): ReadonlyMap<string, Declared> =>
  new Map(Object.entries(attributes).map(([resource, given]) => [resource, declare(given)]))

export const unknownResources = ({ attributes = {}, resources }: JsonPolicy): readonly Problem[] =>
  Object.keys(attributes)
    .filter((resource) => !Object.hasOwn(resources, resource))
    .map((resource) => ({
      path: `attributes.${resource}`,
      message: 'unknown resource; add it to resources or remove it',
    }))

const mapComparisons = (condition: Condition, map: (comparison: Comparison) => Comparison): Condition =>
  fold<Condition>(
    condition,
    (op, conditions) => ({ op, conditions }),
    (inner) => ({ op: 'not', condition: inner }),
    map,
  )

/**
 * Returns a function that adds the declared kinds to the comparisons of a rule. A rule about several resources gets no
 * kinds. The function adds to `problems` the attributes that the policy does not declare, because a deny rule with a
 * misspelt attribute would deny every row, and the kinds that differ from the declared ones.
 */
export function kindsFor(
  policy: JsonPolicy,
  problems: Problem[],
): (rule: RuleDocument, path: string) => RuleDocument {
  const declared = declaredBy(policy)
  const permissions = permissionsIn(policy)

  return (rule, path) => {
    const resources = [...new Set(permissions.filter((name) => isAbout(rule, name)).map(resourceOf))]
    const [only, ...others] = resources
    const kinds = only !== undefined && others.length === 0 ? declared.get(only) : undefined
    const checkName = (attribute: string) => {
      for (const resource of resources)
        if (declared.get(resource)?.has(attribute) === false)
          problems.push({
            path,
            message: `unknown attribute "${attribute}" of ${resource}; add it to attributes.${resource} or correct it`,
          })
    }
    const complete = (comparison: Comparison): Comparison => {
      const { attribute, kind } = comparison
      checkName(attribute)
      const own = kinds?.get(attribute)
      if (own && kind && own !== kind)
        problems.push({
          path,
          message: `${attribute} has the kind ${kind}, but attributes.${only} says ${own}; use one kind`,
        })
      return own ? { ...comparison, kind: own } : comparison
    }
    const when = rule.when && mapComparisons(rule.when, complete)
    for (const field of [...(rule.omit ?? []), ...(rule.mask ?? [])]) checkName(field)
    return { ...rule, ...(when && { when }) }
  }
}
