import { isObject } from '../rules/is-object.ts'
import type { PolicyVocabulary } from './condition-problems.ts'

type Values = Readonly<Record<string, unknown>>

/** C16.1: whether a fact of a resource is a member of a group: `nutrition.calories`. */
export const isMember = (fact: string): boolean => fact.includes('.')

/** The value of a member of a group: null without the group, undefined if nobody has read the group. */
const readMember = (record: Values, name: string): unknown => {
  if (Object.hasOwn(record, name)) return record[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, step) => (isObject(value) ? value[step] : value === null ? null : undefined),
      record,
    )
}

/** The record with these members of its groups, under the names by which conditions compare them. */
export const spreadMembers = <R extends object>(record: R, names: readonly string[]): R =>
  names.length === 0
    ? record
    : { ...record, ...Object.fromEntries(names.map((name) => [name, readMember(record as Values, name)])) }

type Attributes = Readonly<Record<string | symbol, unknown>>

const intercept = (attributes: Attributes, read: (name: string) => unknown): Attributes =>
  new Proxy(attributes, {
    get: (_, name) => (typeof name === 'string' ? read(name) : attributes[name]),
  })

/**
 * The attributes of a record in the condition of a share: `recipe.nutrition.calories` is the one attribute `nutrition.calories`, as in
 * filters. The members of a group that is null are null.
 */
export const nameMembers = (
  vocabulary: PolicyVocabulary,
  resource: string,
  attributes: Attributes,
): Attributes => {
  const facts = Object.keys(vocabulary.facts[resource] ?? {}).filter(isMember)
  const links = vocabulary.links[resource] ?? {}
  const isGroup = (name: string): boolean => facts.some((fact) => fact.startsWith(`${name}.`))
  const readGroup = (group: string): Attributes =>
    intercept({}, (member) => {
      const name = `${group}.${member}`
      return isGroup(name) ? readGroup(name) : attributes[name]
    })
  return intercept(attributes, (name) => {
    if (isGroup(name)) return readGroup(name)
    const to = Object.hasOwn(links, name) ? links[name] : undefined
    // The attributes of a linked record are those of the link.
    return to === undefined ? attributes[name] : nameMembers(vocabulary, to, attributes[name] as Attributes)
  })
}
