import type { Rules } from '../../rules/accept.ts'
import type { Field, StoredIn } from './field.ts'

type Members = Readonly<Record<string, Field>>

/** The name of a member in values: `imageId` for the link `image`. */
type MemberName<Name, F> = Name extends string
  ? F extends { readonly to: unknown }
    ? `${Name}Id`
    : Name
  : never
/** A time inside a part is its text, because the part is JSON. */
type InJson<Value> = Value extends Date ? string : Value
type GivenTo<F> = F extends Field<infer _Value, infer Given> ? Given : never
type Known = string | number | boolean | object

/** The members that a new part can leave out. */
type Omittable<M extends Members> = {
  [K in keyof M]: null extends StoredIn<M[K]> ? K : M[K] extends { readonly initial: Known } ? K : never
}[keyof M]

/** The stored values of members. */
export type MemberValues<M extends Members> = {
  readonly [K in keyof M as MemberName<K, M[K]>]: InJson<StoredIn<M[K]>>
}

/** What a client gives for a new part. */
export type GivenMembers<M extends Members> = {
  readonly [K in Exclude<keyof M, Omittable<M>> as MemberName<K, M[K]>]: GivenTo<M[K]>
} & {
  readonly [K in Omittable<M> as MemberName<K, M[K]>]?: GivenTo<M[K]> | undefined
}

/** What a client gives for a change: members that it leaves out keep their values, and null clears an optional one. */
export type MemberChanges<M extends Members> = {
  readonly [K in keyof M as MemberName<K, M[K]>]?: ChangedBy<M[K]> | null | undefined
}

/** What a change of a record has for a field. */
export type ChangedBy<F> = F extends { readonly kind: 'group'; readonly members: infer M extends Members }
  ? MemberChanges<M>
  : GivenTo<F>

/** C16.1: an object with named members, which are stored together. */
export interface GroupField<
  M extends Members = Members,
  Value = MemberValues<M>,
  Given = GivenMembers<M>,
> extends Field<Value, Given> {
  readonly kind: 'group'
  readonly members: M
  /** A rule for each member, for `accept`. */
  readonly rules: Rules
  /** The value of a new record for which no client gives one; null if a client must give a member. */
  readonly initial: MemberValues<M> | null
  /** Checks the members that a change names. @throws InvalidValue, BAD_USER_INPUT. */
  readonly checkChange: (change: unknown) => MemberChanges<M>
  /** The name of its types in GraphQL, if several fields share them. */
  readonly as?: string | undefined
  /** The contract of the service has the types of the group. */
  readonly isReleased?: true | undefined
}

/** A value of a list: a part has a key, which tells it from the others. */
export type ItemValue<Item> = Item extends {
  readonly kind: 'group'
  readonly members: infer M extends Members
}
  ? { readonly key: string } & MemberValues<M>
  : InJson<StoredIn<Item>>

type GivenItem<Item> = Item extends { readonly kind: 'group'; readonly members: infer M extends Members }
  ? { readonly key?: string | undefined } & GivenMembers<M>
  : GivenTo<Item>

/** C16.1: a list of plain values, or of groups. */
export interface ListField<Item extends Field = Field> extends Field<
  readonly ItemValue<Item>[],
  readonly GivenItem<Item>[]
> {
  readonly kind: 'list'
  readonly item: Item
}

export type BlockTypes = Readonly<Record<string, Members>>

/** One of the blocks: its type, its key, and its members. */
export type BlockValue<Types extends BlockTypes> = {
  [Type in keyof Types]: { readonly type: Type; readonly key: string } & MemberValues<Types[Type]>
}[keyof Types]

type GivenBlock<Types extends BlockTypes> = {
  [Type in keyof Types]: { readonly type: Type; readonly key?: string | undefined } & GivenMembers<
    Types[Type]
  >
}[keyof Types]

/** C16.1: a list of parts of several types, such as the paragraphs and pictures of a page. */
export interface BlocksField<Types extends BlockTypes = BlockTypes> extends Field<
  readonly BlockValue<Types>[],
  readonly GivenBlock<Types>[]
> {
  readonly kind: 'blocks'
  readonly blocks: Types
  /** The name of its types in GraphQL, if several fields share them. */
  readonly as?: string | undefined
}

export const isGroup = (field: Field): field is GroupField => field.kind === 'group'

export const isList = (field: Field): field is ListField => field.kind === 'list'

export const isBlocks = (field: Field): field is BlocksField => field.kind === 'blocks'
