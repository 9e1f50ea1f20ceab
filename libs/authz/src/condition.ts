/** A value that a condition can compare with. Dates compare by their time, numbers and bigints by their size. */
export type Scalar = string | number | boolean | bigint | Date

/** Refers to an attribute of the subject. The engine reads the attribute when you call the policy. */
export interface Reference {
  readonly subject: string
}

export type Operand = Scalar | Reference

/** A condition on one attribute. */
export type Comparison =
  | {
      readonly op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains'
      readonly attribute: string
      readonly value: Operand
    }
  | { readonly op: 'in'; readonly attribute: string; readonly value: readonly Scalar[] | Reference }
  | { readonly op: 'isNull'; readonly attribute: string; readonly value?: undefined }

/**
 * A condition as plain data. The check, the SQL and the analysis use the same data.
 * An empty `and` is true, and an empty `or` is false.
 */
export type Condition =
  | Comparison
  | { readonly op: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }

/** True if all conditions are true. `and()` is always true. */
export const and = (...conditions: readonly Condition[]): Condition => ({ op: 'and', conditions })

/** True if at least one condition is true. `or()` is never true. */
export const or = (...conditions: readonly Condition[]): Condition => ({ op: 'or', conditions })

/** True exactly if `condition` is false, also if an attribute is null. */
export const not = (condition: Condition): Condition => ({ op: 'not', condition })

export const always = and()
export const never = or()

export const isReference = (value: unknown): value is Reference =>
  typeof (value as Partial<Reference> | null | undefined)?.subject === 'string'

/** Whether the value has an order: numbers, bigints and dates, but not NaN, invalid dates or text. */
export const isMeasure = (value: unknown): value is number | bigint | Date =>
  typeof value === 'bigint' || ((typeof value === 'number' || value instanceof Date) && !Number.isNaN(+value))

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || isMeasure(value)

// JSON writes a date as a string and infinity as null, and it refuses a bigint. So the key names the type of the value.
function typed(this: unknown, name: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[name]
  return isMeasure(raw) ? { [typeof raw]: `${raw.valueOf()}` } : value
}

/** Computes a value from a condition: first from its comparisons, then from the junctions around them. */
export function fold<T>(
  condition: Condition,
  onJunction: (op: 'and' | 'or', parts: readonly T[]) => T,
  onNot: (part: T) => T,
  onComparison: (comparison: Comparison) => T,
): T {
  const inner = (part: Condition) => fold(part, onJunction, onNot, onComparison)
  switch (condition?.op) {
    case 'and':
    case 'or':
      return onJunction(condition.op, condition.conditions.map(inner))
    case 'not':
      return onNot(inner(condition.condition))
  }
  return onComparison(condition)
}

/** True for `always`, false for `never`, undefined for every other condition. */
export const constantOf = (condition: Condition): boolean | undefined =>
  'conditions' in condition && !condition.conditions.length ? condition.op === 'and' : undefined

/** A text that is the same for equal conditions and different for all others. */
export const keyOf = (condition: Condition): string => JSON.stringify(condition, typed)
