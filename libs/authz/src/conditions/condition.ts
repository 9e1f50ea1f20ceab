import type { Kind } from './kind.ts'

/** A value that a condition can compare with. Dates compare by their time, numbers and bigints by their size. */
export type Scalar = string | number | boolean | bigint | Date

/** Refers to an attribute of the subject. The engine reads the attribute when you call the policy. */
export interface Reference {
  readonly subject: string
}

export type Operand = Scalar | Reference

interface Compared {
  readonly attribute: string
  /** The kind of the attribute, if the resource declares it. */
  readonly kind?: Kind
}

/** A condition on one attribute. */
export type Comparison =
  | (Compared & { readonly op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains'; readonly value: Operand })
  | (Compared & { readonly op: 'in'; readonly value: readonly Scalar[] | Reference })
  | (Compared & { readonly op: 'isNull'; readonly value?: undefined })

/**
 * A condition on another object. `is`: the object at the attribute satisfies the condition. `some`: an item of the list at
 * the attribute does. `subject`: the subject does, and `attribute` is absent.
 */
export type Nested =
  | { readonly op: 'is' | 'some'; readonly attribute: string; readonly condition: Condition }
  | { readonly op: 'subject'; readonly attribute?: undefined; readonly condition: Condition }

/**
 * A condition as plain data. The check, the SQL and the analysis use the same data.
 * An empty `and` is true, and an empty `or` is false.
 */
export type Condition =
  | Comparison
  | Nested
  | { readonly op: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }

interface Run {
  readonly created: Condition[]
  /** The attributes that the callback has read and not compared. */
  readonly touched: Set<unknown>
  readonly rehearses: boolean
}

let run: Run | undefined

/**
 * Calls `make`, and returns its result with all conditions that it creates, and the attributes that it reads and does not
 * compare. In a rehearsal, each created condition is null. So `a || b` and `a ?? b` create b only in a rehearsal, and
 * `a && b` does not create b there: the numbers differ.
 */
export function collectConditions(
  make: () => unknown,
  rehearses: boolean,
): Run & { readonly result: unknown } {
  const outer = run
  const own: Run = (run = { created: [], touched: new Set(), rehearses })
  try {
    return { ...own, result: make() }
  } finally {
    run = outer
  }
}

export const touch = <T>(part: T): T => (run?.touched.add(part), part)

export const use = (part: unknown) => run?.touched.delete(part)

export const { freeze } = Object

/** Freezes a new condition. */
export function create(condition: Condition): Condition {
  run?.created.push(condition)
  return run?.rehearses ? (null as never) : freeze(condition)
}

/** True if all conditions are true. `and()` is always true. */
export const and = (...conditions: readonly Condition[]): Condition =>
  create({ op: 'and', conditions: freeze(conditions) })

/** True if at least one condition is true. `or()` is never true. */
export const or = (...conditions: readonly Condition[]): Condition =>
  create({ op: 'or', conditions: freeze(conditions) })

/**
 * True if `condition` is false, and false if it is true. If an attribute is absent, neither `condition` nor its negation
 * is true.
 */
export const not = (condition: Condition): Condition => create({ op: 'not', condition })

// Every condition inside the engine that is always or never true is one of these two objects.
export const always = and()
export const never = or()

export const isReference = (value: unknown): value is Reference =>
  typeof (value as Partial<Reference> | null | undefined)?.subject === 'string'

const references = new WeakSet<object>()

/** Marks a reference that this package makes. */
export function own<R extends Reference>(reference: R): R {
  references.add(reference)
  return reference
}

/** Whether this package has made the reference. An attribute of a subject that looks like a reference is none. */
export const isOwnReference = (value: unknown): value is Reference => references.has(value as object)

/** Computes a value from a condition: first from its comparisons, then from the conditions around them. */
export function fold<T>(
  condition: Condition,
  onJunction: (op: 'and' | 'or', parts: readonly T[]) => T,
  onNot: (part: T) => T,
  onComparison: (comparison: Comparison) => T,
  onNested: (nested: Nested, part: T) => T,
): T {
  const inner = (part: Condition): T =>
    'conditions' in part
      ? onJunction(part.op, part.conditions.map(inner))
      : part.op === 'not'
        ? onNot(inner(part.condition))
        : 'condition' in part
          ? onNested(part, inner(part.condition))
          : onComparison(part)
  return inner(condition)
}

/** True for a condition that is always true, false for one that is never true, undefined for every other condition. */
export const findConstant = (condition: Condition): boolean | undefined =>
  'conditions' in condition && !condition.conditions.length ? condition.op === 'and' : undefined
