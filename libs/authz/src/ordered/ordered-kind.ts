import { type ApplyFunction, IMPLEMENTATION, type Relation } from '../engine/conditions/condition.ts'
import type { ConditionFunction } from '../engine/conditions/kind.ts'

/** A kind of texts with an order of their own. Conditions compare them by its name, as they compare by a text function. */
export interface OrderedKind<Name extends string = string> extends ConditionFunction {
  readonly functionName: Name
}

interface Texts {
  /** The type of PostgreSQL with the same order. */
  readonly type: string
  readonly example: string
  readonly isOfKind: (text: string) => boolean
  readonly compare: (text: string, other: string) => number
}

/**
 * Makes a kind of texts. The relation gets the place of the value before or behind 0 in the place of the value, and 0 in that of the
 * operand, so that the engine needs to know nothing about the texts.
 */
export function orderedKind<const Name extends string>(
  functionName: Name,
  { type, example, isOfKind, compare }: Texts,
): OrderedKind<Name> {
  const isKnown = (value: unknown): value is string => typeof value === 'string' && isOfKind(value)
  const place = (value: unknown, operand: unknown): number | null | undefined => {
    if (![value, operand].every((each) => each === null || isKnown(each))) return undefined
    return isKnown(value) && isKnown(operand) ? compare(value, operand) : null
  }
  const apply = (value: unknown, relation: Relation, operand: unknown) =>
    Array.isArray(operand)
      ? relation(
          0,
          operand.map((item) => place(value, item)),
        )
      : relation(place(value, operand), 0)
  const remedy = `; compare it by eq, in, lt, lte, gt or gte with a text such as "${example}"`
  const implementation: ApplyFunction = Object.assign(apply, { order: { type, remedy } })
  return Object.freeze({ functionName, [IMPLEMENTATION]: implementation })
}
