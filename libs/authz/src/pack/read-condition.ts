import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  NOW,
  hasInner,
  isJunction,
  isReference,
  isSibling,
} from '../engine/conditions/condition.ts'
import { MOST_NESTED, TOO_LARGE } from '../engine/conditions/depth.ts'
import { isOperand, relations } from '../engine/conditions/relation.ts'
import type { ConditionFunction } from '../engine/conditions/kind.ts'
import { findImplementation } from '../engine/conditions/text-function.ts'
import { isName } from '../engine/decisions/check.ts'
import { decodeValue } from '../json/scalars.ts'

export interface Reading {
  readonly functions: readonly ConditionFunction[]
  readonly hasClock: boolean
  /** Throws the error for the part that is read at present. */
  readonly refuse: (message: string) => never
}

/** A new object, to which its reader adds the members that it has read. */
type New<T> = { -readonly [K in keyof T]: T[K] }

/** The members of a comparison with these ones. */
function countMembers({ op, by, kind }: Comparison): number {
  let members = op === 'isNull' ? 2 : 3
  if (by !== undefined) members += 1
  if (kind !== undefined) members += 1
  return members
}

/** Whether a comparison is valid. Reads its value: packed rules contain the values of their user, and no references. */
function readComparison(part: New<Comparison>, members: number, reading: Reading): boolean {
  const { functions, refuse } = reading
  const { op, attribute, value, by } = part
  if (!Object.hasOwn(relations, op) || !isName(attribute) || members !== countMembers(part)) return false
  if (by !== undefined) {
    const found =
      part[IMPLEMENTATION] ?? findImplementation(functions.find((each) => each.functionName === by))
    part[IMPLEMENTATION] =
      found ?? refuse(`needs the text function "${by}"; give it to the option "functions"`)
  }
  if (op === 'isNull') return true
  if (isReference(value) && value.subject === NOW) {
    part.value = { subject: NOW }
    return reading.hasClock || refuse('needs the time; give `readClock()` to the option "clock"')
  }
  const read = isSibling(value) ? { ...value } : decodeValue(value)
  part.value = read as never
  return !isReference(read) && (isSibling(read) || (read !== null && isOperand(part, read)))
}

/** A copy of a condition from outside, with the values that JSON cannot contain. It refuses each unknown part. */
export function readCondition(given: unknown, reading: Reading, most = MOST_NESTED): Condition {
  if (most < 0) reading.refuse(`has a condition that is ${TOO_LARGE}`)
  // The copy has own members alone, and reads each once.
  const part: New<Condition> = { ...(given as Condition) }
  const { length } = Object.keys(part)
  let isValid: boolean
  if (isJunction(part)) {
    isValid = length === 2 && Array.isArray(part.conditions)
    if (isValid) part.conditions = [...part.conditions].map((each) => readCondition(each, reading, most - 1))
  } else if (hasInner(part)) {
    const isNamed = part.op === 'is' || part.op === 'some'
    isValid = isNamed ? length === 3 && isName(part.attribute) : length === 2 && part.op === 'not'
    if (isValid) part.condition = readCondition(part.condition, reading, most - 1)
  } else isValid = readComparison(part as New<Comparison>, length, reading)
  return isValid ? part : reading.refuse(`has an invalid condition ${JSON.stringify(given)}`.slice(0, 300))
}
