import { type Condition, type Reference, type Scalar, not } from './condition.ts'

declare const valueType: unique symbol

/** A reference that remembers the type of the value it stands for. */
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
  /** Exactly `not(eq(value))`: holds for an attribute that is null. */
  ne(value: V | ReferenceTo<V>): Condition
  in(values: readonly V[] | ReferenceTo<readonly V[]>): Condition
}

/** Text has no order here: databases sort it by locale, JavaScript does not, and the two would disagree. */
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

/** What may be asked of an attribute whose values are of type V. */
export type Attribute<V> = [V] extends [readonly (infer E)[]]
  ? Collection<E>
  : [V] extends [Ordered]
    ? Sortable<V>
    : [V] extends [Scalar]
      ? Equatable<V>
      : Nullable

/** One member per attribute of T: `a.status.eq('PUBLISHED')`. */
export type Attributes<T> = { readonly [K in keyof T]-?: Attribute<NonNullable<T[K]>> }

/** One member per attribute of whoever asks: `s.id`. */
export type References<T> = { readonly [K in keyof T]-?: ReferenceTo<NonNullable<T[K]>> }

const membersBy = (make: (name: string) => unknown) =>
  new Proxy({}, { get: (_, name) => make(name as string) })

// An operator that does not exist makes a condition that does not exist: the policy's check refuses it.
const attribute = (name: string) =>
  membersBy((op) => (value?: unknown) => {
    const condition = { op: op === 'ne' ? 'eq' : op, attribute: name, value } as Condition
    return op === 'ne' ? not(condition) : condition
  })

/** Builds conditions on the attributes of T: `where<Article>().status.eq('PUBLISHED')`. */
export const where = <T>(): Attributes<T> => membersBy(attribute) as Attributes<T>

/** References to the attributes of the subject: `where<Article>().ownerId.eq(subject<User>().id)`. */
export const subject = <S>(): References<S> => membersBy((name) => ({ subject: name })) as References<S>

/** Ties a resource to the type of its rows. */
export interface AttributesOf<T> {
  readonly [valueType]?: T
}

/** The type of a resource's rows: `attributes: { articles: attrs<Article>() }`. It exists for the compiler only. */
export const attrs = <T>(): AttributesOf<T> => ({})
