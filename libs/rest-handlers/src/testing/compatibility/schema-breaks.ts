import type { Resolve } from '../references.ts'

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** A schema before and after a change, and its place. */
export interface Change {
  readonly at: string
  readonly before: Schema
  readonly after: Schema
}

/**
 * The service must still accept values that clients send, and must not change the form of values that clients receive.
 */
export type Direction = 'sent' | 'told'

const listTypes = ({ type = [] }: Schema): readonly string[] => [type].flat()
const without = <Item>(all: readonly Item[], taken: readonly Item[]): readonly Item[] =>
  all.filter((item) => !taken.includes(item))

const inTypes = ({ at, before, after }: Change, direction: Direction): readonly string[] => {
  const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before]
  const beyond = without(listTypes(narrow), listTypes(wide))
  return beyond.length > 0 ? [`${at} was ${listTypes(before).join()} and is ${listTypes(after).join()}`] : []
}

/** A new word in a response is an addition; a removed word in a request is a break. */
const inWords = ({ at, before, after }: Change, direction: Direction): readonly string[] => {
  const words = direction === 'sent' && after.enum !== undefined ? without(before.enum ?? [], after.enum) : []
  const isNewlyClosed = direction === 'sent' && before.enum === undefined && after.enum !== undefined
  return [
    ...words.map((word) => `${at} is no longer ${JSON.stringify(word)}`),
    ...(isNewlyClosed ? [`${at} is one of a few words only`] : []),
    ...(before.const === after.const ? [] : [`${at} was ${JSON.stringify(before.const)}`]),
  ]
}

const FORMS = ['format', 'pattern'] as const
const inForms = ({ at, before, after }: Change, direction: Direction): readonly string[] =>
  FORMS.filter((form) => {
    const demanded = direction === 'sent' ? after[form] : before[form]
    return demanded !== undefined && before[form] !== after[form]
  }).map((form) => `${at} has another ${form}`)

const LEAST = ['minimum', 'minLength'] as const
const MOST = ['maximum', 'maxLength', 'maxItems'] as const
const inLimits = ({ at, before, after }: Change, direction: Direction): readonly string[] => {
  if (direction === 'told') return []
  const raised = LEAST.filter((limit) => (after[limit] ?? -Infinity) > (before[limit] ?? -Infinity))
  const lowered = MOST.filter((limit) => (after[limit] ?? Infinity) < (before[limit] ?? Infinity))
  return [...raised, ...lowered].map((limit) => `${at} has a narrower ${limit}`)
}

const inMembers = ({ at, before, after }: Change, direction: Direction): readonly string[] => {
  const gone = without(Object.keys(before.properties ?? {}), Object.keys(after.properties ?? {}))
  const [had, has] = [before.required ?? [], after.required ?? []]
  const demanded = direction === 'sent' ? without(has, had) : without(without(had, has), gone)
  const change = direction === 'sent' ? 'is required now' : 'may be absent now'
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...demanded.map((name) => `${at}.${name} ${change}`),
  ]
}

const RULES = [inTypes, inWords, inForms, inLimits, inMembers]

/** The schemas inside both schemas. */
const listInnerChanges = ({ at, before, after }: Change): readonly Change[] => {
  const members = Object.entries(before.properties ?? {}).flatMap(([name, member]) => {
    const next = after.properties?.[name]
    return next ? [{ at: `${at}.${name}`, before: member, after: next }] : []
  })
  const items =
    before.items && after.items ? [{ at: `${at}[]`, before: before.items, after: after.items }] : []
  // Alternatives have names and keep their places: a new alternative comes last.
  const alternatives = (before.oneOf ?? []).flatMap((one, index) => {
    const next = after.oneOf?.[index]
    return next ? [{ at: `${at}|${index}`, before: one, after: next }] : []
  })
  return [...members, ...items, ...alternatives]
}

/** Follow the references of the earlier and of the later document. */
export interface Sides {
  readonly before: Resolve
  readonly after: Resolve
}

/** A value that clients send must fit one of the alternatives: the one with the fewest breaks counts. */
const leastBreaks = (change: Change, sides: Sides): readonly string[] => {
  const [least = []] = (change.after.anyOf ?? [])
    .map((alternative) => schemaBreaks({ ...change, after: alternative }, 'sent', sides))
    .toSorted((one, other) => one.length - other.length)
  return least
}

/** The changes that break a client of the earlier schema. */
export const schemaBreaks = (change: Change, direction: Direction, sides: Sides): readonly string[] => {
  const [before, after] = [sides.before<Schema>(change.before), sides.after<Schema>(change.after)]
  if (direction === 'sent' && after.anyOf && !before.anyOf)
    return leastBreaks({ at: change.at, before, after }, sides)
  const resolved = { at: change.at, before, after }
  const inside = listInnerChanges(resolved).flatMap((inner) => schemaBreaks(inner, direction, sides))
  const fewer = (before.oneOf?.length ?? 0) > (after.oneOf?.length ?? 0)
  return [
    ...RULES.flatMap((rule) => rule(resolved, direction)),
    ...(fewer ? [`${change.at} has fewer alternatives`] : []),
    ...inside,
  ]
}
