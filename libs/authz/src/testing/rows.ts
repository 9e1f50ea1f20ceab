import { type Comparison, type Condition, isReference, isSibling } from '../engine/conditions/condition.ts'
import { followRules } from '../engine/roles/follow.ts'
import { isAbout } from '../engine/roles/hierarchy.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** The values to try for each attribute. An inner map stands for an object, and `list` for a list of objects. */
interface Candidates {
  readonly values: unknown[]
  object?: Map<string, Candidates>
  list?: Map<string, Candidates>
}

type Attributes = Map<string, Candidates>

const findCandidates = (attributes: Attributes, name: string): Candidates => {
  const found = attributes.get(name) ?? { values: [] }
  attributes.set(name, found)
  return found
}

/** A value beside another one, so that a comparison with the other one is true for one of them. */
function listNeighbors(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value, value - 1, value + 1]
  if (typeof value === 'bigint') return [value, value - 1n, value + 1n]
  if (typeof value === 'boolean') return [true, false]
  if (value instanceof Date) return [value, new Date(value.getTime() - 1), new Date(value.getTime() + 1)]
  return [value, `${String(value)}x`]
}

function collectComparison(
  { attribute, op, value }: Comparison,
  attributes: Attributes,
  subject: object,
): void {
  if (isSibling(value)) return collectSibling(attribute, value.attribute, attributes)
  const given = isReference(value) ? (subject as Record<string, unknown>)[value.subject] : value
  const values = [given]
    .flat()
    .filter((each) => each !== null && each !== undefined)
    .flatMap(listNeighbors)
  findCandidates(attributes, attribute).values.push(
    ...(op === 'contains' ? [[], ...values.map((each) => [each])] : values),
  )
}

/** Two attributes that are compared have the same values. */
function collectSibling(attribute: string, other: string, attributes: Attributes): void {
  const values = findCandidates(attributes, attribute).values
  const others = findCandidates(attributes, other).values
  const common =
    values.length + others.length > 0 ? [...values, ...others] : [0, 1, new Date(0), new Date(1), 'a', 'b']
  values.push(...common)
  others.push(...common)
}

/** Adds the values of a condition to the attributes. A reference has the value of the subject. */
function collect(condition: Condition, attributes: Attributes, subject: object): void {
  if ('conditions' in condition) for (const part of condition.conditions) collect(part, attributes, subject)
  else if (condition.op === 'not') collect(condition.condition, attributes, subject)
  else if (condition.op === 'may') return
  else if (!('condition' in condition)) collectComparison(condition, attributes, subject)
  else if (condition.op !== 'subject') {
    const candidates = findCandidates(attributes, condition.attribute)
    const inner: Attributes =
      condition.op === 'is' ? (candidates.object ??= new Map()) : (candidates.list ??= new Map())
    collect(condition.condition, inner, subject)
  }
}

/** All values of an attribute: those of the conditions, null, and `undefined` for an absent attribute. */
function listValues({ values, object, list }: Candidates, most: number): readonly unknown[] {
  const objects = object ? combineValues(object, most) : []
  const items = list ? combineValues(list, most) : []
  const lists = list ? [[], ...items.map((item) => [item]), items] : []
  const all = [...values, ...objects, ...lists, null, undefined]
  return [
    ...new Map(
      all.map((value) => [typeof value === 'object' ? JSON.stringify(value) : value, value]),
    ).values(),
  ]
}

/** At most `most` rows. Each value of each attribute occurs in one of them if there is room. */
function combineValues(attributes: Attributes, most: number): object[] {
  let rows: object[] = [{}]
  for (const [name, candidates] of attributes) {
    const values = listValues(candidates, Math.max(2, Math.floor(Math.sqrt(most))))
    const room = Math.max(1, Math.floor(most / values.length))
    rows = rows
      .filter((_, i) => i % Math.ceil(rows.length / room) === 0)
      .flatMap((row) => values.map((value) => (value === undefined ? row : { ...row, [name]: value })))
  }
  return rows.slice(0, most)
}

/**
 * Rows at the borders of the conditions of a permission: each compared value, its neighbours, null, and an absent
 * attribute, combined. `subject` gives the values of references.
 */
export function rowsFor(
  { document }: PolicyData,
  permission: string,
  subject: Subject | null = null,
  { most = 1_000 }: { readonly most?: number } = {},
): readonly object[] {
  const attributes: Attributes = new Map()
  const rules = Object.values(document.roles).flatMap((role) => role.rules)
  const follow = followRules(rules)
  for (const rule of rules.filter((each) => isAbout(each, permission)))
    for (const condition of [rule.when, rule.after])
      if (condition) collect(follow(condition), attributes, subject ?? {})
  return combineValues(attributes, most)
}

/** A subject for each role of the policy and one without a role, with your attributes: `subjectsFor(policy, { id: 7 })`. */
export const subjectsFor = <A extends object>(
  { document }: PolicyData,
  attributes: A,
): readonly (A & { readonly roles: readonly string[] })[] => [
  ...Object.keys(document.roles)
    .filter((role) => role !== '*')
    .map((role) => ({ ...attributes, roles: [role] })),
  { ...attributes, roles: [] },
]
