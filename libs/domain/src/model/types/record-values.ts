import type { Field, OwnerField, RecordId, SetByService, StoredIn } from '../fields/field.ts'
import type { ChangedBy } from '../fields/part-fields.ts'
import type { IdsName } from '../links/many-links.ts'
import type { ValueIn } from '../links/self-links.ts'
import type { Fields } from './record-operation.ts'
import type { RecordType } from './record-type.ts'

type Attribute<Name, F> = Name extends string
  ? F extends { readonly to: unknown }
    ? `${Name}Id`
    : F extends { readonly toMany: unknown }
      ? IdsName<Name, F>
      : Name
  : never
type GivenTo<F> = F extends Field<infer _Value, infer Given> ? Given : never
/** The inputs that a client can leave out of a new record. */
export type Optional<F extends Fields> = {
  [K in keyof F]: null extends StoredIn<F[K]>
    ? K
    : F[K] extends { readonly initial: string | number | boolean | object }
      ? K
      : never
}[keyof F]
/** The fields that clients set. */
type Inputs<F extends Fields> = {
  [K in keyof F as F[K] extends SetByService ? never : K]: F[K]
}

/** C17.1: the time that a type with a published state has. */
type Publishing<F extends Fields> = true extends {
  [K in keyof F]: F[K] extends { readonly published: string } ? true : never
}[keyof F]
  ? { readonly publishedAt: Date | null }
  : unknown

interface Changing {
  readonly updatedAt: Date | null
  /** The name of the record in an import. */
  readonly ref: string | null
  readonly version: number
}

/** A record of a declared type, as it is stored. */
export type RecordOf<T> =
  T extends RecordType<infer Name, infer F, infer Fixed>
    ? { readonly id: RecordId<Name>; readonly createdAt: Date } & {
        readonly [K in keyof F as Attribute<K, F[K]>]: ValueIn<F[K], RecordId<Name>>
      } & Publishing<F> &
        (Fixed extends true ? unknown : Changing)
    : never

type NewFrom<F extends Fields> = {
  readonly [K in Exclude<keyof F, Optional<F>> as Attribute<K, F[K]>]: GivenTo<F[K]>
} & {
  readonly [K in Optional<F> as Attribute<K, F[K]>]?: GivenTo<F[K]> | undefined
}

/** The input that creates a record. */
export type NewOf<T> = T extends RecordType<string, infer F> ? NewFrom<Inputs<F>> : never

/** The fields that operations and the service set; the owner is the creator of the record. */
type SetByOthers<F extends Fields> = {
  [K in keyof F as F[K] extends SetByService ? (F[K] extends OwnerField ? never : K) : never]: F[K]
}

/** The values of a record in a test: the input that creates it, its state, and the fields that operations set. */
export type SeedOf<T> =
  T extends RecordType<string, infer F>
    ? NewFrom<Inputs<F>> & Partial<NewFrom<SetByOthers<F>> & Publishing<F>>
    : never

/** The inputs that add and remove links to many records. */
type LinkChange<Name, F> = F extends { readonly toMany: unknown }
  ? `${'add' | 'remove'}${Capitalize<IdsName<Name & string, F>>}`
  : never

type ChangeFrom<F extends Fields> = {
  readonly [K in keyof F as Attribute<K, F[K]>]?: ChangedBy<F[K]> | null | undefined
} & {
  readonly [K in keyof F as LinkChange<K, F[K]>]?: readonly string[] | undefined
}

/** The input that changes a record: an absent attribute keeps its value, and null clears an optional one (C5.13). */
export type ChangeOf<T> = T extends RecordType<string, infer F> ? ChangeFrom<Inputs<F>> : never
