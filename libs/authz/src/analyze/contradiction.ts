import {
  type Comparison,
  type Condition,
  type Nested,
  isJunction,
  isReference,
  isSibling,
} from '../engine/conditions/condition.ts'
import { holds } from '../engine/conditions/evaluate.ts'

/** Comparisons of one attribute with values, and their negations. */
interface Compared {
  readonly parts: Condition[]
  readonly values: unknown[]
}

/** The operators whose truth depends on the place of a value among the values of a condition, and on nothing else. */
const BY_PLACE: ReadonlySet<string> = new Set(['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'isNull'])

function readComparison(part: Condition): Comparison | undefined {
  const inner = part.op === 'not' ? part.condition : part
  if (!BY_PLACE.has(inner.op)) return undefined
  const comparison = inner as Comparison
  const { by, value } = comparison
  return by !== undefined || isReference(value) || isSibling(value) ? undefined : comparison
}

/** The values, and a value between any two of them, before the first and after the last. */
function sampleNumbers(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const between = sorted.map((value, place) => (value + (sorted[place + 1] ?? value)) / 2)
  return [first - 1, ...sorted, ...between, last + 1]
}

const hasType = (type: string) => (value: unknown) => typeof value === type

/** A value of each place in which an attribute can be; undefined if a value has no known neighbours. */
function listSamples(values: readonly unknown[]): readonly unknown[] | undefined {
  if (values.every(hasType('boolean'))) return [null, true, false]
  // Texts have no order, so that one other text stands for all others.
  if (values.every(hasType('string'))) return [null, ...values, `other than ${values.join()}`]
  if (values.every(Number.isFinite)) return [null, ...sampleNumbers(values as readonly number[])]
  if (!values.every((value) => value instanceof Date)) return undefined
  const times = values.map((date) => date.getTime())
  return [null, ...sampleNumbers(times).map((time) => new Date(time))]
}

function isEmpty(attribute: string, { parts, values }: Compared): boolean {
  const samples = listSamples(values)
  if (samples === undefined) return false
  const condition: Condition = { op: 'and', conditions: parts }
  return !samples.some((sample) => holds(condition, { [attribute]: sample }))
}

function compareAlike(parts: readonly Condition[]): ReadonlyMap<string, Compared> {
  const compared = new Map<string, Compared>()
  for (const part of parts) {
    const { attribute, value = [] } = readComparison(part) ?? {}
    if (attribute === undefined) continue
    const { parts: others, values } = compared.get(attribute) ?? { parts: [], values: [] }
    compared.set(attribute, { parts: [...others, part], values: [...values, ...[value].flat()] })
  }
  return compared
}

const isOfOneObject = (part: Condition): part is Nested => part.op === 'is' || part.op === 'subject'

/** The conditions on each object, in one condition. */
const joinNested = (parts: readonly Condition[]): readonly Condition[] => {
  const groups = new Map<string, readonly Condition[]>()
  for (const { op, attribute = '', condition } of parts.filter(isOfOneObject)) {
    const key = `${op} ${attribute}`
    const inner = condition.op === 'and' ? condition.conditions : [condition]
    groups.set(key, [...(groups.get(key) ?? []), ...inner])
  }
  return [...groups.values()].map((conditions) => ({ op: 'and', conditions }))
}

/** Whether an alternative of each way contradicts the rest. */
function excludesAll(parts: readonly Condition[]): boolean {
  const rest = parts.filter(({ op }) => op !== 'or')
  const joinRest = (alternative: Condition): Condition => ({
    op: 'and',
    conditions: [...rest, ...(alternative.op === 'and' ? alternative.conditions : [alternative])],
  })
  return parts.some(
    (part) => part.op === 'or' && part.conditions.every((alternative) => isNever(joinRest(alternative))),
  )
}

const isContradiction = (parts: readonly Condition[]): boolean =>
  [...compareAlike(parts)].some(([attribute, compared]) => isEmpty(attribute, compared)) ||
  joinNested(parts).some(isNever) ||
  excludesAll(parts)

/**
 * Whether a simplified condition is true for no row, such as `seats > 5 and seats < 3`. It compares values of one attribute
 * only, so false can be wrong, but true is right.
 */
export function isNever(condition: Condition): boolean {
  if (isJunction(condition))
    return condition.op === 'or'
      ? condition.conditions.every(isNever)
      : condition.conditions.some(isNever) || isContradiction(condition.conditions)
  if (condition.op === 'is' || condition.op === 'some' || condition.op === 'subject')
    return isNever(condition.condition)
  return isContradiction([condition])
}
