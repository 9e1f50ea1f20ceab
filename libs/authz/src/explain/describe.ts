import { isOfContext } from '../engine/decisions/subject-copy.ts'
import {
  type Comparison,
  type Condition,
  type Followed,
  NOW,
  fold,
  isReference,
  isSibling,
} from '../engine/conditions/condition.ts'
import { TOO_LARGE, checkDepth, MOST_NESTED_IN_FILTER } from '../engine/conditions/depth.ts'

const words = {
  eq: '=',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
  includes: 'includes',
  in: 'in',
  isNull: 'is null',
}

/** A value in the notation of JavaScript. A value that JSON cannot write is `unreadable`. */
export function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return `${value}`
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? show(inner) : inner)) ?? 'missing'
  } catch {
    return 'unreadable'
  }
}

/** `subject.id`, or `context.hour` for an attribute of the context, or `now()`. */
export const describeReference = (name: string): string =>
  name === NOW ? 'now()' : isOfContext(name) ? `context.${name.slice(1)}` : `subject.${name}`

function showOperand({ value }: Comparison): string {
  if (isReference(value)) return describeReference(value.subject)
  if (isSibling(value)) return value.attribute
  return value === undefined ? '' : show(value)
}

/** The attribute of a comparison, or the text function for it: `fold(title)`. */
export const describeAttribute = ({ attribute, by }: Comparison): string =>
  by === undefined ? attribute : `${by}(${attribute})`

export const describeLeaf = (leaf: Comparison | Followed): string =>
  leaf.op === 'may'
    ? `${leaf.attribute} may ${leaf.permission}`
    : `${describeAttribute(leaf)} ${words[leaf.op]} ${showOperand(leaf)}`.trim()

function describeJunction(op: 'and' | 'or', parts: readonly string[]): string {
  const [first, second] = parts
  if (first === undefined) return op === 'and' ? 'always' : 'never'
  return second === undefined ? first : `(${parts.join(` ${op} `)})`
}

/** A condition in words: `(status = "DRAFT" and ownerId = subject.id)`. A condition can be deeper than the stack. */
export function describe(condition: Condition): string {
  try {
    return write(checkDepth(condition, MOST_NESTED_IN_FILTER))
  } catch {
    return `a condition that is ${TOO_LARGE}`
  }
}

const write = (condition: Condition): string =>
  fold<string>(
    condition,
    describeJunction,
    (part) => `not ${part}`,
    describeLeaf,
    ({ op, attribute }, part) =>
      op === 'some'
        ? `some ${attribute} (${part})`
        : op === 'is'
          ? `${attribute}.${part}`
          : describeReference(part),
  )
