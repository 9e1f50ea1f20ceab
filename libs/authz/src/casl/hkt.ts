/** A type with a parameter that another type fills in. TypeScript has no such types, so that a member carries the type. */
export declare const ɵvalue: unique symbol

export interface Container<T> {
  [ɵvalue]?: T
}

export type Unpack<T extends Container<unknown>> = NonNullable<T[typeof ɵvalue]>

export interface Generic<T1 = unknown, T2 = unknown, T3 = unknown, T4 = unknown> {
  0: T1
  1: T2
  2: T3
  3: T4
}

export interface GenericFactory<T1 = unknown, T2 = unknown, T3 = unknown, T4 = unknown> extends Generic<
  T1,
  T2,
  T3,
  T4
> {
  produce: unknown
}

/** The type that a container makes for U. A type without a container stays. */
export type ProduceGeneric<T, U> =
  T extends Container<infer F extends GenericFactory> ? (F & Generic<U>)['produce'] : T
