import { type Condition, type Reference, type Scalar, not } from './condition.ts'

declare const valueType: unique symbol

/** A reference to an attribute whose value has the type V. */
export interface ReferenceTo<V> extends Reference {
  readonly [valueType]?: V
}

type Ordered = number | bigint | Date

interface Nullable {
  /** The attribute is null or missing. */
  isNull(): Condition
}

interface Equatable<V> extends Nullable {
  eq(value: V | ReferenceTo<V>): Condition
  /** The same as `not(eq(value))`, so it is true for an attribute that is null. */
  ne(value: V | ReferenceTo<V>): Condition
  in(values: readonly V[] | ReferenceTo<readonly V[]>): Condition
}

/** Text has no `lt` or `gt`: databases sort text by locale and JavaScript does not, so they would disagree. */
interface Sortable<V> extends Equatable<V> {
  lt(value: V | ReferenceTo<V>): Condition
  lte(value: V | ReferenceTo<V>): Condition
  gt(value: V | ReferenceTo<V>): Condition
  gte(value: V | ReferenceTo<V>): Condition
}

interface Collection<V> extends Nullable {
  /** The array has an element equal to `value`. */
  contains(value: V | ReferenceTo<V>): Condition
}

/** The operators for an attribute whose values have the type V. */
export type Attribute<V> = [V] extends [readonly (infer E)[]]
  ? Collection<E>
  : [V] extends [Ordered]
    ? Sortable<V>
    : [V] extends [Scalar]
      ? Equatable<V>
      : Nullable

/** One member per attribute of T: `a.status.eq('PUBLISHED')`. */
export type Attributes<T> = { readonly [K in keyof T]-?: Attribute<NonNullable<T[K]>> }

/** One member per attribute of the subject: `s.id`. */
export type References<T> = { readonly [K in keyof T]-?: ReferenceTo<NonNullable<T[K]>> }

const membersBy = (make: (name: string) => unknown) =>
  new Proxy({}, { get: (_, name) => make(name as string) })

// An unknown operator creates an invalid condition, and the check of the policy refuses this condition.
const attribute = (name: string) =>
  membersBy((op) => (value?: unknown) => {
    const condition = { op: op === 'ne' ? 'eq' : op, attribute: name, value } as Condition
    return op === 'ne' ? not(condition) : condition
  })

/** Builds conditions on the attributes of T: `where<Article>().status.eq('PUBLISHED')`. */
export const where = <T>(): Attributes<T> => membersBy(attribute) as Attributes<T>

/** References to the attributes of the subject: `where<Article>().ownerId.eq(subject<User>().id)`. */
export const subject = <S>(): References<S> => membersBy((name) => ({ subject: name })) as References<S>

/** Connects a resource with the type of its rows. */
export interface AttributesOf<T> {
  readonly [valueType]?: T
}

/** The type of a resource's rows: `attributes: { articles: attrs<Article>() }`. Only the compiler uses it. */
export const attrs = <T>(): AttributesOf<T> => ({})
