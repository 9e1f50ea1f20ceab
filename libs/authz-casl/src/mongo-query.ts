import type { ConditionsRule, ForSubjects } from './conditions-for.ts'
import type { AnyObject } from './types.ts'

type ItemOf<V> = V extends readonly (infer E)[] ? E : V
type IfText<V, T> = [Extract<ItemOf<V>, string>] extends [never] ? never : T
type IfList<V, T> = V extends readonly unknown[] ? T : never
type Ordered<V> = Extract<ItemOf<V>, string | number | Date>
type Flag = 'i' | 'm' | 's' | 'u'
type Flags = Flag | `${Flag}${Flag}` | `${Flag}${Flag}${Flag}` | `${Flag}${Flag}${Flag}${Flag}`

/** The operators of a field whose values have the type V. */
export interface MongoQueryFieldOperators<V = unknown> {
  $eq?: V | ItemOf<V>
  $ne?: V | ItemOf<V>
  $lt?: Ordered<V>
  $lte?: Ordered<V>
  $gt?: Ordered<V>
  $gte?: Ordered<V>
  $in?: (ItemOf<V> | IfText<V, RegExp>)[]
  $nin?: (ItemOf<V> | IfText<V, RegExp>)[]
  $all?: ItemOf<V>[]
  $size?: IfList<V, number>
  $regex?: IfText<V, RegExp | string>
  $options?: IfText<V, Flags>
  $elemMatch?: IfList<V, Fields<ItemOf<V>> | MongoQueryFieldOperators<ItemOf<V>>>
  $exists?: boolean
  $not?: Omit<MongoQueryFieldOperators<V>, '$not'> | IfText<V, RegExp>
}

/** The operators that join conditions. */
export interface MongoQueryTopLevelOperators<T> {
  $and?: (Fields<T> & MongoQueryTopLevelOperators<T>)[]
  $or?: (Fields<T> & MongoQueryTopLevelOperators<T>)[]
  $nor?: (Fields<T> & MongoQueryTopLevelOperators<T>)[]
}

export type MongoQueryOperators<V = unknown> = MongoQueryFieldOperators<V> & MongoQueryTopLevelOperators<V>

type Fields<T> = { [K in keyof T]?: T[K] | ItemOf<T[K]> | [] | null | MongoQueryFieldOperators<T[K]> }

interface QueryOfSubject extends ConditionsRule {
  readonly conditions: MongoQuery<this['subject']>
}

/** The fields that all types of a union have. A second parameter, because `keyof T` alone treats each type by itself. */
type Shared<T, K extends keyof T = keyof T> = { [N in K]: T[N] }

/** Conditions in the form of MongoDB. */
export type MongoQuery<T = AnyObject> = Fields<Shared<T>> &
  MongoQueryTopLevelOperators<T> &
  ForSubjects<QueryOfSubject>
