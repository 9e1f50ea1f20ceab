import { type Condition, type Operand, type Reference, type Scalar, not } from './condition.ts'

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

const compare = (attribute: string) => {
  const comparing = (op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains') => (value: Operand) => ({
    op,
    attribute,
    value,
  })
  const eq = comparing('eq')
  return {
    eq,
    ne: (value: Operand) => not(eq(value)),
    lt: comparing('lt'),
    lte: comparing('lte'),
    gt: comparing('gt'),
    gte: comparing('gte'),
    contains: comparing('contains'),
    in: (value: readonly Scalar[] | Reference) => ({ op: 'in', attribute, value }),
    isNull: () => ({ op: 'isNull', attribute }),
  }
}

const membersBy = (make: (name: string) => unknown) =>
  new Proxy({}, { get: (_, name) => (typeof name === 'string' ? make(name) : undefined) })

/** Builds conditions on the attributes of T: `where<Article>().status.eq('PUBLISHED')`. */
export const where = <T>(): Attributes<T> => membersBy(compare) as Attributes<T>

/** References to the attributes of the subject: `where<Article>().ownerId.eq(subject<User>().id)`. */
export const subject = <S>(): References<S> => membersBy((name) => ({ subject: name })) as References<S>

/** Ties a resource to the type of its rows; the names, if given, are checked when the policy is defined. */
export interface AttributesOf<T> {
  readonly names?: readonly string[]
  readonly [valueType]?: T
}

export const attrs = <T>(...names: readonly (keyof T & string)[]): AttributesOf<T> =>
  names.length > 0 ? { names } : {}
