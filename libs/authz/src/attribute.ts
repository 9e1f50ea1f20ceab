import { type Condition, type Reference, type Scalar, create, not, refer } from './condition.ts'
import { copy } from './copy.ts'
import type { Kind, Kinds } from './kind.ts'

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

type KindsByName = Readonly<Record<string, Kind | undefined>>

// An unknown operator creates an invalid condition, and the check of the policy refuses this condition.
const attribute = (name: string, kind: Kind | undefined) =>
  membersBy((op) => (...given: unknown[]) => {
    const own = copy(given[0])
    const condition = create({
      op: op === 'ne' ? 'eq' : op,
      attribute: name,
      ...(kind && { kind }),
      ...(given.length && { value: own }),
    } as Condition)
    return op === 'ne' ? not(condition) : condition
  })

/** Builds conditions on the attributes of T: `where<Article>().status.eq('PUBLISHED')`. */
export const where = <T>(kinds: KindsByName = {}): Attributes<T> =>
  membersBy((name) => attribute(name, Object.hasOwn(kinds, name) ? kinds[name] : undefined)) as Attributes<T>

/** References to the attributes of the subject: `where<Article>().ownerId.eq(subject<User>().id)`. */
export const subject = <S>(): References<S> => membersBy(refer) as References<S>

/** Connects a resource with the type of its rows. */
export interface AttributesOf<T> {
  readonly [valueType]?: T
}

/** The kinds that an attribute of the type V can have. */
type KindOf<V> = { [K in Kind]: NonNullable<V> extends Kinds[K] ? K : never }[Kind]

/**
 * The type of a resource's rows: `attributes: { articles: attrs<Article>() }`. With the kinds of the attributes, SQL uses
 * the indexes of their columns, and values of another kind never cause an error of the database:
 * `attrs<Article>({ id: 'uuid', ownerId: 'integer' })`. Without a type, the kinds determine it.
 */
export function attrs<T>(kinds?: { readonly [K in keyof T]?: KindOf<T[K]> }): AttributesOf<T>
export function attrs<const K extends Readonly<Record<string, Kind>>>(
  kinds: K,
): AttributesOf<{ readonly [N in keyof K]: Kinds[K[N]] | null }>
export function attrs(kinds: KindsByName = {}): AttributesOf<unknown> {
  return Object.freeze({ ...kinds })
}
