import type { Condition, Reference, Scalar } from '../conditions/condition.ts'

export declare const valueType: unique symbol
declare const siblingType: unique symbol
declare const orderedType: unique symbol

/** A text with an order, such as a decimal: see the entry /ordered. Each text can be its value. */
export type OrderedText = string & { readonly [orderedType]?: true }

/** A reference to an attribute whose value has the type V. */
export interface ReferenceTo<V> extends Reference {
  readonly [valueType]?: V
}

/** Another attribute of the same object, whose value has the type V. */
interface SiblingOf<V> {
  readonly [siblingType]: V
}

type OperandOf<V> = V | ReferenceTo<V>

type Ordered = number | bigint | Date

interface Nullable {
  /** The attribute is null or missing. */
  isNull(): Condition
}

interface Equatable<V> extends Nullable, SiblingOf<V> {
  eq(value: OperandOf<V> | SiblingOf<V>): Condition
  /** True for an attribute that is null. Through an object that is null, each comparison is false: `a.owner.id.ne(7)`. */
  ne(value: OperandOf<V> | SiblingOf<V>): Condition
  in(values: readonly V[] | ReferenceTo<readonly V[]>): Condition
}

/** Text has no `lt` or `gt`: databases sort text by locale and JavaScript does not, so they would disagree. */
interface Sortable<V> extends Equatable<V> {
  lt(value: OperandOf<V> | SiblingOf<V>): Condition
  lte(value: OperandOf<V> | SiblingOf<V>): Condition
  gt(value: OperandOf<V> | SiblingOf<V>): Condition
  gte(value: OperandOf<V> | SiblingOf<V>): Condition
}

/** Text compares by its code points. */
export interface Text<V> extends Equatable<V> {
  startsWith(value: OperandOf<string>): Condition
  endsWith(value: OperandOf<string>): Condition
  /** The text has `value` in it. */
  includes(value: OperandOf<string>): Condition
}

/** A policy compares an ordered text with texts of its kind. */
type Ranked = Pick<Sortable<string>, 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'isNull'>

interface Collection<V> extends Nullable {
  /** The array has an element equal to `value`. */
  contains(value: OperandOf<V>): Condition
}

interface Followable {
  /** The caller has the permission for the object: `c.article.may('articles:read')`. False if there is no object. */
  may(permission: string): Condition
}

/** A list of objects: a relation to many, or an array of objects. No operator is true for an absent list. */
interface ObjectList<E> extends Nullable {
  /** An item satisfies the condition. */
  some(when: (item: Attributes<E>) => Condition): Condition
  /** All items satisfy the condition. True for an empty list. */
  every(when: (item: Attributes<E>) => Condition): Condition
  /** No item satisfies the condition. True for an empty list. */
  none(when: (item: Attributes<E>) => Condition): Condition
}

/* eslint-disable @typescript-eslint/no-explicit-any -- Nobody knows the attributes and the items of a value of the type any. */
/** All operators. `any` fits each type, so that the conditional type below would take its first branch. */
type AnyAttribute = Sortable<unknown> &
  Collection<unknown> &
  ObjectList<any> & { readonly [name: string]: any }
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The operators for an attribute whose values have the type V. An object has its own attributes: `a.owner.teamId`. */
export type Attribute<V> = 0 extends V & 1 ? AnyAttribute : KnownAttribute<V>

type KnownAttribute<V> = [V] extends [readonly (infer E)[]]
  ? [E] extends [Scalar | null]
    ? Collection<E>
    : ObjectList<E>
  : [V] extends [Ordered]
    ? Sortable<V>
    : [V] extends [string]
      ? typeof orderedType extends keyof V
        ? Ranked
        : Text<V>
      : [V] extends [Scalar]
        ? Equatable<V>
        : Nullable & Followable & (V extends object ? Attributes<V> : unknown)

/** One member per attribute of T: `a.status.eq('PUBLISHED')`. */
export type Attributes<T> = { readonly [K in keyof T]-?: Attribute<NonNullable<T[K]>> }

/**
 * One member per attribute of the subject: `s.id`. It is the operand of a comparison, or it has the operators of a
 * condition on the subject alone: `s.plan.eq('pro')`.
 */
export type References<T> = {
  readonly [K in keyof T]-?: ReferenceTo<NonNullable<T[K]>> & Attribute<NonNullable<T[K]>>
}
