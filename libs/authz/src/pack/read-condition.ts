import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  freeze,
  hasInner,
  isJunction,
  isReference,
  isSibling,
} from '../engine/conditions/condition.ts'
import { MOST_NESTED, TOO_LARGE } from '../engine/conditions/depth.ts'
import { isOperand, relations } from '../engine/conditions/relation.ts'
import type { TextFunctions } from '../engine/conditions/text-function.ts'
import { own } from '../engine/conditions/value.ts'
import { show } from '../engine/decisions/check.ts'
import { decodeValue } from '../json/scalars.ts'

export interface Reading {
  readonly functions: TextFunctions
  /** Throws the error for the part that is read at present. */
  readonly refuse: (message: string) => never
}

const isName = (name: unknown): boolean => typeof name === 'string' && name !== ''

/** The value of a comparison: an attribute of the same object, or a value that a condition can compare with. */
function readValue(comparison: Comparison, { refuse }: Reading): unknown {
  const { value } = comparison
  if (isReference(value)) refuse(`refers to subject.${value.subject}; packed rules contain values`)
  if (isSibling(value)) return freeze({ ...value })
  const decoded = own(decodeValue(value))
  return decoded !== null && isOperand(comparison, decoded)
    ? freeze(decoded)
    : refuse(`compares ${comparison.attribute} with an invalid value`)
}

function readComparison(comparison: Comparison, reading: Reading): Condition {
  const { op, by } = comparison
  if (op === 'isNull') return freeze(comparison)
  const implementation = by === undefined ? by : (reading.functions.get(by) ?? comparison[IMPLEMENTATION])
  if (by !== undefined && !implementation)
    reading.refuse(`needs the text function "${by}"; give it to the option "functions"`)
  const value = readValue(comparison, reading)
  return freeze({
    ...comparison,
    value,
    ...(implementation && { [IMPLEMENTATION]: implementation }),
  } as Comparison)
}

/** Whether a condition has exactly the members of a comparison. */
const isComparison = ({ op, attribute, by, kind }: Comparison, members: number): boolean =>
  Object.hasOwn(relations, op) &&
  isName(attribute) &&
  members === 2 + Number(op !== 'isNull') + Number(by !== undefined) + Number(kind !== undefined)

/** An immutable copy of a condition from outside, with the values that JSON cannot contain. It is refused if a part is unknown. */
export function readCondition(given: unknown, reading: Reading, most = MOST_NESTED): Condition {
  if (most < 0) reading.refuse(`has a condition that is ${TOO_LARGE}`)
  // The copy has own members alone, each of which is read once.
  const part = { ...(given as Condition) }
  const members = Object.keys(part).length
  const inner = (each: unknown) => readCondition(each, reading, most - 1)
  if (isJunction(part)) {
    if (members === 2 && Array.isArray(part.conditions))
      return freeze({ ...part, conditions: freeze([...part.conditions].map(inner)) })
  } else if (hasInner(part)) {
    const isNamed = part.op === 'is' || part.op === 'some'
    if (isNamed ? members === 3 && isName(part.attribute) : members === 2)
      return freeze({ ...part, condition: inner(part.condition) })
  } else if (part.op !== 'may' && isComparison(part, members)) return readComparison(part, reading)
  return reading.refuse(`has an invalid condition ${show(given)}`)
}
