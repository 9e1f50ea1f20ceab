/** A value that a condition may compare with. Dates are compared by instant; numbers and bigints by size. */
export type Scalar = string | number | boolean | bigint | Date

/** Stands for an attribute of whoever asks; the engine reads it when the question is asked. */
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
 * A condition as plain data: one source for the check, the SQL and the analysis.
 * `and` of nothing is true, `or` of nothing is false.
 */
export type Condition =
  | Comparison
  | { readonly op: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }

/** Holds when all of them hold; `and()` always holds. */
export const and = (...conditions: readonly Condition[]): Condition => ({ op: 'and', conditions })

/** Holds when one of them holds; `or()` never holds. */
export const or = (...conditions: readonly Condition[]): Condition => ({ op: 'or', conditions })

/** Holds exactly when `condition` does not, also where an attribute is null. */
export const not = (condition: Condition): Condition => ({ op: 'not', condition })

export const always = and()
export const never = or()

export const isReference = (value: unknown): value is Reference =>
  typeof (value as Partial<Reference> | null | undefined)?.subject === 'string'

/** What has an order: numbers, bigints and dates, but not NaN and invalid dates. Text is sorted by locale. */
export const isMeasure = (value: unknown): value is number | bigint | Date =>
  typeof value === 'bigint' || ((typeof value === 'number' || value instanceof Date) && !Number.isNaN(+value))

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || isMeasure(value)

// JSON writes a date as the string that looks like it, infinity as null, and refuses a bigint.
function typed(this: unknown, name: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[name]
  return isMeasure(raw) ? { [typeof raw]: `${raw.valueOf()}` } : value
}

/** Works a condition out from its comparisons up. */
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

/** Whether a condition is `always` or `never`; undefined if it is neither. */
export const constantOf = (condition: Condition): boolean | undefined =>
  'conditions' in condition && !condition.conditions.length ? condition.op === 'and' : undefined

/** The same text for the same condition. */
export const keyOf = (condition: Condition): string => JSON.stringify(condition, typed)
