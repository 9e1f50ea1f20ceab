import { InvalidPolicy } from '../errors.ts'
import type { Kind } from './kind.ts'

/** The member of a comparison that has its text function. It is no part of the data: JSON has the name alone. */
export const IMPLEMENTATION = Symbol('implementation')

/** True, false, or undefined if a value is absent or is not of the kind that the condition compares. */
export type Truth = boolean | undefined

export type Relation = (value: unknown, operand: unknown) => Truth

/** The order of the texts of a kind. */
export interface Order {
  /** The type of PostgreSQL whose values have the same order. */
  readonly type: string
  /** What to change in an invalid comparison. */
  readonly remedy: string
}

/** The truth of a relation between the result of a function for the value of an attribute, and the operand. */
export interface ApplyFunction {
  (value: unknown, relation: Relation, operand: unknown): Truth
  /** Absent if the result is a text, which has no order. */
  readonly order?: Order
}

/** A value that a condition can compare with. Dates compare by their time, numbers and bigints by their size. */
export type Scalar = string | number | boolean | bigint | Date

/** Refers to an attribute of the subject. The engine reads the attribute when you call the policy. */
export interface Reference {
  readonly subject: string
}

/** The attribute of a reference to the time of the check: the attribute `now` of the context, or else the clock of the machine. */
export const NOW = '$now'

/** Another attribute of the same object: `a.startsAt.lt(a.endsAt)`. */
export interface Sibling {
  readonly attribute: string
  readonly kind?: Kind
}

export type Operand = Scalar | Reference

/** The operators that look for a part of a text. */
export type Search = 'startsWith' | 'endsWith' | 'includes'

interface Compared {
  readonly attribute: string
  /** The kind of the attribute, if the resource declares it. */
  readonly kind?: Kind
  /** The name of a text function. The condition compares its result: `fold(title)`. */
  readonly by?: string
  readonly [IMPLEMENTATION]?: ApplyFunction
}

/** A condition on one attribute. */
export type Comparison =
  | (Compared & { readonly op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; readonly value: Operand | Sibling })
  | (Compared & { readonly op: 'contains' | Search; readonly value: Operand })
  | (Compared & { readonly op: 'in'; readonly value: readonly Scalar[] | Reference })
  | (Compared & { readonly op: 'isNull'; readonly value?: undefined })

/** The object at the attribute is one for which the policy gives the caller the permission. */
export interface Followed {
  readonly op: 'may'
  readonly attribute: string
  readonly permission: string
}

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
  | Followed
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
export const always: Condition = freeze({ op: 'and', conditions: freeze([]) })
export const never: Condition = /* @__PURE__ */ freeze({ op: 'or', conditions: /* @__PURE__ */ freeze([]) })

/** Has the members that somebody has added to all objects. They make no value a reference. */
const anyObject: { readonly subject?: unknown; readonly attribute?: unknown } = Object.freeze({})

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  typeof (value as Partial<Reference> | null)?.subject === 'string' &&
  (anyObject.subject === undefined || Object.hasOwn(value as object, 'subject'))

export const isSibling = (value: unknown): value is Sibling =>
  typeof value === 'object' &&
  typeof (value as Partial<Sibling> | null)?.attribute === 'string' &&
  (anyObject.attribute === undefined || Object.hasOwn(value as object, 'attribute'))

const references = new WeakSet<object>()

/** Marks a reference that this package makes. */
export function own<R extends Reference>(reference: R): R {
  references.add(reference)
  return reference
}

/** Whether this package has made the reference. An attribute of a subject that looks like a reference is none. */
export const isOwnReference = (value: unknown): value is Reference => references.has(value as object)

/** The error for a condition that only a policy can decide. */
export const needsPolicy = ({ attribute, permission }: Followed): InvalidPolicy =>
  new InvalidPolicy([
    { path: attribute, message: `may("${permission}") follows a policy; use policy.can or policy.filter` },
  ])

// Guards by the operator, because somebody can have added a member `condition` to all objects.
export const isJunction = <C extends Condition>(
  part: C,
): part is Extract<C, { readonly conditions: readonly Condition[] }> => part.op === 'and' || part.op === 'or'

export const isSearch = (op: string): op is Search =>
  op === 'startsWith' || op === 'endsWith' || op === 'includes'

/** Whether the condition is around another one. */
export const hasInner = <C extends Condition>(
  part: C,
): part is Extract<C, { readonly condition: Condition }> =>
  part.op === 'not' || part.op === 'is' || part.op === 'some' || part.op === 'subject'

/** Computes a value from a condition: first from its comparisons, then from the conditions around them. */
export function fold<T>(
  condition: Condition,
  onJunction: (op: 'and' | 'or', parts: readonly T[]) => T,
  onNot: (part: T) => T,
  onLeaf: (leaf: Comparison | Followed) => T,
  onNested: (nested: Nested, part: T) => T,
): T {
  const inner = (part: Condition): T =>
    isJunction(part)
      ? onJunction(part.op, part.conditions.map(inner))
      : part.op === 'not'
        ? onNot(inner(part.condition))
        : hasInner(part)
          ? onNested(part, inner(part.condition))
          : onLeaf(part)
  return inner(condition)
}

/** True for a condition that is always true, false for one that is never true, undefined for every other condition. */
export const findConstant = (condition: Condition): boolean | undefined =>
  isJunction(condition) && !condition.conditions.length ? condition.op === 'and' : undefined
