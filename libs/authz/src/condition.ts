/** A value that a condition may compare with. Dates are compared by instant; numbers and bigints by size. */
export type Scalar = string | number | boolean | bigint | Date

/** Stands for an attribute of whoever asks; the engine reads it when the question is asked. */
export interface Reference {
  readonly subject: string
}

export type Operand = Scalar | Reference

export type Comparison = 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains'

/**
 * A condition as plain data: one source for the check, the SQL and the analysis.
 * `and` of nothing is true, `or` of nothing is false.
 */
export type Condition =
  | { readonly op: Comparison; readonly attribute: string; readonly value: Operand }
  | { readonly op: 'in'; readonly attribute: string; readonly value: readonly Scalar[] | Reference }
  | { readonly op: 'isNull'; readonly attribute: string }
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
  typeof value === 'object' && value !== null && 'subject' in value

/** Scalars that equal themselves: neither NaN nor an invalid date. */
export const isScalar = (value: unknown): value is Scalar =>
  ['string', 'boolean', 'bigint'].includes(typeof value) ||
  ((typeof value === 'number' || value instanceof Date) && !Number.isNaN(+value))

// JSON turns a date into the string that looks like it, infinity into null, and refuses a bigint: each gets a tag.
function tagged(this: unknown, name: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[name]
  if (raw instanceof Date) return { date: value }
  if (typeof value === 'bigint') return { bigint: `${value}` }
  return typeof value === 'number' && !Number.isFinite(value) ? { number: `${value}` } : value
}

/** The same text for the same condition. */
export const keyOf = (condition: Condition): string => JSON.stringify(condition, tagged)
