import type { OrderedText, valueType } from './attribute-types.ts'
import type { Scalar } from '../conditions/condition.ts'
import { copy } from '../conditions/copy.ts'
import type { ConditionFunction, Kind, Kinds, KindsByName } from '../conditions/kind.ts'

/** Connects a resource with the type of its rows. */
export interface AttributesOf<T> {
  readonly [valueType]?: T
}

/** The kinds that an attribute of the type V can have. */
type KindOf<V> = { [K in Kind]: NonNullable<V> extends Kinds[K] ? K : never }[Kind]

type KindsFor<T> = {
  readonly [K in keyof T]?:
    | KindOf<T[K]>
    | (NonNullable<T[K]> extends OrderedText ? ConditionFunction : never)
    | (NonNullable<T[K]> extends readonly (infer E)[]
        ? E extends Scalar | null
          ? never
          : readonly [KindsFor<E>]
        : NonNullable<T[K]> extends Scalar
          ? never
          : KindsFor<NonNullable<T[K]>>)
}

/** The type of the rows whose attributes have these kinds. */
type RowWith<K> = {
  readonly [N in keyof K]: K[N] extends Kind
    ? Kinds[K[N]] | null
    : K[N] extends ConditionFunction
      ? OrderedText | null
      : K[N] extends readonly [infer E]
        ? readonly RowWith<E>[]
        : RowWith<K[N]> | null
}

/**
 * The type of a resource's rows: `attributes: { articles: attrs<Article>() }`. With the kinds of the attributes, SQL uses
 * the indexes of their columns, and values of another kind never cause an error of the database:
 * `attrs<Article>({ id: 'uuid', owner: { teamId: 'integer' }, members: [{ userId: 'integer' }] })`. Without a type, the
 * kinds determine it.
 */
export function attrs<const K extends KindsByName>(kinds: K): AttributesOf<RowWith<K>>
export function attrs<T>(kinds?: [unknown] extends [T] ? never : KindsFor<NoInfer<T>>): AttributesOf<T>
export function attrs(kinds: KindsByName = {}): AttributesOf<unknown> {
  return copy(kinds)
}
