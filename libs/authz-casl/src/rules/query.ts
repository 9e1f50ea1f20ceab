import type { Comparison, Condition } from '@content-service/authz'
import { always, join, negate, never, own } from '@content-service/authz/conditions'
import { Inexact, display } from './inexact.ts'

/** Conditions as an object: names of fields and of operators with their values. */
export type Query = Readonly<Record<string, unknown>>

/** A comparison with one field, as the operator of a rule says. */
export interface Part {
  readonly operator: string
  readonly field: string
  readonly value: unknown
  /** The objects around the compared one. */
  readonly depth: number
}

/** No real condition is deeper, and no call stack is deep enough for any depth. */
const DEEPEST = 250

/** @throws {Inexact} if more than 250 objects are around a value. */
export function checkDepth({ operator, field }: Omit<Part, 'value' | 'depth'>, depth: number): void {
  if (depth > DEEPEST)
    throw new Inexact(operator, field.slice(0, DEEPEST), `it is deeper than ${DEEPEST} levels`)
}

/** Whether the value is an object without a class, also of another realm. */
export function isQuery(value: unknown): value is Query {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * The members of conditions, each read once.
 * @throws {Inexact} if they are no plain object, or too deep.
 */
export function readQuery(given: unknown, part: Omit<Part, 'value'>): Query {
  const { operator, field, depth } = part
  checkDepth(part, depth)
  if (!isQuery(given))
    throw new Inexact(operator, field, `${display(given)} is no plain object; write conditions as an object`)
  return Object.fromEntries(Object.entries(given))
}

/** The same for a list of conditions. */
export function readQueries(value: unknown, { operator, field }: Part): readonly unknown[] {
  if (!Array.isArray(value)) throw new Inexact(operator, field, `it needs a list, not ${display(value)}`)
  return [...value]
}

export const freeze = Object.freeze

/** A condition on one attribute. Its value is a copy, because a date can change. */
export const compare = (op: Comparison['op'], attribute: string, value?: unknown): Condition =>
  // The callers pass values that fit the operator.
  freeze({ op, attribute, ...(value !== undefined && { value: freeze(own(value)) }) } as Comparison)

export const all = (conditions: readonly Condition[]): Condition => join('and', conditions)
export const any = (conditions: readonly Condition[]): Condition => join('or', conditions)

/** A condition on the object at a path, or on an item of the list there. */
export function inside(op: 'is' | 'some', attribute: string, condition: Condition): Condition {
  return condition === never ? never : freeze({ op, attribute, condition })
}

export { always, negate, never }
