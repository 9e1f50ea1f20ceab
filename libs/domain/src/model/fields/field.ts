import type { Branded, UserId } from '../../rules/ids.ts'
import type { Workflow } from '../states/workflow.ts'

/** The id of a declared record: a UUIDv7 (C2.1). */
export type RecordId<Name extends string = string> = Branded<string, `${Name}Id`>

/** The part of JSON Schema (2020-12) that describes the values of a field. */
export interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: 'uuid' | 'date-time' | 'date' | 'email' | 'uri' | 'decimal'
  readonly pattern?: string
  readonly enum?: readonly string[]
  /** For an array: the schema of its members, and the numbers of members. */
  readonly items?: { readonly type: 'string'; readonly minLength: number; readonly maxLength: number }
  readonly maxItems?: number
  readonly minItems?: number
  /** C16.1: no value is there twice. */
  readonly uniqueItems?: true
  /** C16.1: the first and the last point in time, or the bounds of a decimal, as clients send them. JSON Schema has no words for them. */
  readonly least?: string
  readonly most?: string
  /** C16.1: the number of all digits of a decimal, and of those behind the point. */
  readonly precision?: number
  readonly scale?: number
}

/** The weight of a text in searches, as PostgreSQL names the weights: A is a title, B are keywords, and D is a long text. */
export type SearchWeight = 'A' | 'B' | 'D'

/**
 * The kinds of fields, by the names of their builders. A new kind is a word here: the compiler then names each table that
 * needs a row for it.
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'markdown'
  | 'email'
  | 'url'
  | 'slug'
  | 'number'
  | 'integer'
  | 'decimal'
  | 'counter'
  | 'flag'
  | 'time'
  | 'date'
  | 'tags'
  | 'state'
  | 'choice'
  | 'json'
  | 'owner'
  | 'one'
  | 'many'
  | 'group'
  | 'list'
  | 'blocks'

/** C16.2: how the service computes the values of a field. */
export interface Computation {
  /** The names of the fields whose values the code gets. */
  readonly from: readonly string[]
  /** A column has the values. Otherwise each read computes them. */
  readonly isStored: boolean
  readonly compute: (values: never) => unknown
}

/** One field of a declared type: its stored values, and the rule that checks the values of clients. */
/** C15.10: a text that follows another one while no client gives it. */
export interface Derivation {
  /** The hidden field that says whether the value is derived. */
  readonly flag: string
  /** The field that it follows. */
  readonly from: string
  readonly derive: (source: string) => string
}

export interface Field<Value = unknown, Given = Value> {
  /** Decides what the libraries do with the values: each has a table with a row for each kind. */
  readonly kind: FieldKind
  readonly about: string
  /** C17.9: the words of the field in forms for people. */
  readonly label?: string | undefined
  readonly help?: string | undefined
  readonly placeholder?: string | undefined
  readonly section?: string | undefined
  /** C17.10: the name that the field had in an earlier release. */
  readonly renamedFrom?: string | undefined
  readonly schema: ValueSchema
  readonly isOptional: boolean
  /** Whether two records cannot have the same text, regardless of upper and lower case. */
  readonly isUnique: boolean
  /** Whether clients give the value. Otherwise the service or an operation sets the value. */
  readonly isInput: boolean
  /** The value of a new record for which no client gives a value. */
  readonly initial: unknown
  /** A value for the documentation. */
  readonly example?: string | number | undefined
  /** The maximum in the OpenAPI document, if a release has published a larger maximum than the rule allows. */
  readonly publishedMaximum?: number | undefined
  /** Searches find the text of the field, with this weight. */
  readonly search?: SearchWeight | undefined
  /** The action of the type's resource that shows the field; the field is null for other callers. */
  readonly seenWith?: string | undefined
  /** C14.3: the action of the type's resource that a caller needs to change the field. */
  readonly changedWith?: string | undefined
  /** An index serves filters and orders by the field; `text` serves filters by a part of the text (C14.9). */
  readonly index?: true | 'text' | undefined
  /** An index that no option of the declaration has made finds the values. */
  readonly isIndexed?: true | undefined
  /** C13.1: no list is filtered by the value. */
  readonly isUnfiltered?: true | undefined
  /** C13.3: the action that a filter by the value needs on all records, if everybody may see some of the values. */
  readonly filteredWith?: string | undefined
  /** Filters compare the texts regardless of upper and lower case. */
  readonly ignoresCase?: true | undefined
  /** Imports, exports and events leave the value out: a counter, or a note of the service. */
  readonly isInternal?: boolean | undefined
  /** C17.10: complete exports have the value, although it is internal. Those of counters need no mark. */
  readonly isMoved?: true | undefined
  /** No interface shows the value. */
  readonly isHidden?: boolean | undefined
  /** C4.1: null in an input derives the value again. */
  readonly derivation?: Derivation | undefined
  /** C16.2: code of the declaration gives the value, and no client does. */
  readonly computed?: Computation | undefined
  /** What is wrong in the options of the declaration; `contentModel` reports it. */
  readonly problems?: readonly string[] | undefined
  /** Checks a value that is not null. @throws InvalidValue. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in Rule: `unknown` would refuse every check
  readonly check: (value: any) => Value
  /** Carries the type of the values that clients give; never set. */
  readonly given?: Given
}

/** The values of a field without their description: `field.line(300)` as the kind of a computed field (C16.2). */
export type BareField<Value = unknown, Given = Value> = Omit<Field<Value, Given>, 'about'>

/** A field that no client sets. */
export interface SetByService {
  readonly isInput: false
}

/** The facts about a type that a link needs. */
export interface TypeName<Name extends string = string> {
  readonly name: Name
  readonly plural: string
  /** Ids are numbers, and not UUIDs. Only users are numbered. */
  readonly isNumbered?: boolean
}

/** A type to which a link leads. */
export interface LinkTarget<Name extends string = string> extends TypeName<Name> {
  readonly word: string
  readonly isNumbered: boolean
}

/** C14.2: what happens to a record when the record that it links to is deleted. */
export type OnDelete = 'cascade' | 'clear' | 'refuse'

/** The id of a record of the type with this name. */
export type IdOf<Name extends string> = Name extends 'User' ? UserId : RecordId<Name>

/** A field that names another record. It is stored under its name with `Id`. */
export interface LinkField<
  To extends string = string,
  Id = IdOf<To>,
  Value = Id,
  Given = string,
> extends Field<Value, Given> {
  readonly kind: 'one' | 'owner'
  readonly to: LinkTarget<To>
  /** Carries the type to which the link leads; never set. */
  readonly target?: unknown
  /** C15.21: the declaration names the type of the target, and `contentModel` looks the type up. */
  readonly isNamed?: true | undefined
  /** The link closes a circle of types: imports set it when the records of all types exist. */
  readonly isLate?: true | undefined
  /** The list on the other side: the workshops of a category. Without it, the other side has no list. */
  readonly inverse?: string | undefined
  /** The records of a deleted owner belong to the ghost (C3.5). */
  readonly onDelete: OnDelete | 'ghost'
  /** The declaration gives `onDelete`. */
  readonly isEffectGiven?: true | undefined
  /**
   * C14.2: the typed interface has published the link as non-null, so that it refuses a record that the caller may not
   * read. Only the types of the service have such links; all other links are null then.
   */
  readonly isNonNull?: true | undefined
  /**
   * The REST parameter of the filter by the link, if a release has published another name than that of the attribute.
   */
  readonly parameter?: string | undefined
  /** The id that `text` writes; null when no record can have this id (C2.1). */
  readonly parseId: (text: string) => Id | null
}

/** The link to the owner of the record: the user who created it. */
export type OwnerField = LinkField<'User'> & SetByService & { readonly kind: 'owner' }

/** The state of a record. Operations move the record from one state to another. */
export interface StateField<State extends string = string> extends Field<State> {
  readonly kind: 'state'
  readonly states: readonly State[]
  /** C17.1: how clients move the record; null if operations alone do. */
  readonly workflow: Workflow | null
  /** The state that readers see; null if the declaration names none. */
  readonly published: string | null
}

/** One value of a choice, with its words for people. */
export interface Choice<Word extends string = string> {
  readonly word: Word
  /** The name for people; by default `In review` for `IN_REVIEW`. */
  readonly label?: string | undefined
  readonly about?: string | undefined
}

/** C16.1: one word of a closed set, which clients choose. */
export interface ChoiceField<Word extends string = string, Value = Word> extends Field<Value> {
  readonly kind: 'choice'
  readonly choices: readonly Choice<Word>[]
  /** The name of the type in GraphQL, if several fields share it. */
  readonly as?: string | undefined
}

/** C17.7: the words of an address, which no other record of the type has. */
export interface SlugField extends Field<string | null> {
  readonly kind: 'slug'
  /** The field that the slug follows until the record is first published. */
  readonly from: string
}

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** C16.1: a value of JSON that a schema describes. */
export interface JsonField<Value = Json> extends Field<Value> {
  readonly kind: 'json'
  /** JSON Schema (2020-12). */
  readonly jsonSchema: Readonly<Record<string, unknown>>
}

export type StoredIn<F> = F extends Field<infer Value, infer _Given> ? Value : never
/** The values of these fields. */
export type ValuesOf<Fields> = { readonly [K in keyof Fields]: StoredIn<Fields[K]> }

/** The name of a type in messages, events and root fields: `workshop`. */
export const toWord = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

export const isLink = (field: Field): field is LinkField => field.kind === 'one' || field.kind === 'owner'

/** C14.2: links to many records. A joining table stores them; the record has their ids: `speakerIds`. */
export interface ManyField<To extends string = string, Id = IdOf<To>> extends Field<
  readonly Id[],
  readonly string[]
> {
  readonly kind: 'many'
  readonly toMany: LinkTarget<To>
  /** Carries the type to which the links lead; never set. */
  readonly target?: unknown
  /** C15.21: the declaration names the type of the target, and `contentModel` looks the type up. */
  readonly isNamed?: true | undefined
  /** The link closes a circle of types: imports set it when the records of all types exist. */
  readonly isLate?: true | undefined
  readonly initial: readonly []
  /** The links have an order, which their writer decides. Otherwise the records have the order of their own lists. */
  readonly isOrdered: boolean
  /** The most links that a caller sees after a change. */
  readonly max: number
  /** The name of the ids, if it is not the name of the field without its last s. */
  readonly ids?: string | undefined
  /** The list on the other side: the meetups of a speaker. Without it, the other side has no list. */
  readonly inverse?: string | undefined
  readonly onDelete: OnDelete
  /** The id that `text` writes; null when no record can have this id (C2.1). */
  readonly parseId: (text: string) => Id | null
}

export const isMany = (field: Field): field is ManyField => field.kind === 'many'

export const isOwner = (field: Field): field is OwnerField => field.kind === 'owner'

/** Whether the field links to users: to the owner, or to others whom a client chooses. */
export const leadsToUser = (field: Field): boolean =>
  isMany(field) ? field.toMany.isNumbered : isLink(field) && field.to.isNumbered

/** C14.2: whether a reader may see null in the place of the link, although the record has one. */
export const isHideable = (field: Field): boolean => isLink(field) && !isOwner(field) && !field.isNonNull

/** C16.2: whether each read computes the value, so that no column has it. */
export const isComputedByReads = ({ computed }: Field): boolean => computed?.isStored === false

export const isState = (field: Field): field is StateField => field.kind === 'state'

export const isChoice = (field: Field): field is ChoiceField => field.kind === 'choice'

/** The words of a closed set: the states, or those of a choice. Null for other kinds. */
export const listWords = (field: Field): readonly string[] | null => {
  if (isState(field)) return field.states
  return isChoice(field) ? field.choices.map(({ word }) => word) : null
}

export const isSlug = (field: Field): field is SlugField => field.kind === 'slug'

export const isJson = (field: Field): field is JsonField => field.kind === 'json'

export const isTime = ({ kind }: Field): boolean => kind === 'time'

const TEXTS: ReadonlySet<FieldKind> = new Set(['line', 'text', 'markdown', 'email', 'url', 'slug'])

/** Whether the values are texts of clients, which searches, unique keys and filters compare in a form of their own. */
export const isText = ({ kind }: Field): boolean => TEXTS.has(kind)

const COMPOSED: ReadonlySet<FieldKind> = new Set(['json', 'group', 'list', 'blocks'])

/** Whether a value can have many parts, so that its size has a bound of its own (C16.1). */
export const isComposed = ({ kind }: Field): boolean => COMPOSED.has(kind)

const SEVERAL: ReadonlySet<FieldKind> = new Set(['tags', 'group', 'list', 'blocks', 'many', 'json'])

/** Whether a value has several parts, so that no list has its order. */
export const isSeveral = ({ kind }: Field): boolean => SEVERAL.has(kind)

/** The word with its article: `a workshop`, `an article`, `a user`. */
export const nameOne = (word: string): string => `${/^(?:[aeio]|u(?!s|ni))/.test(word) ? 'an' : 'a'} ${word}`
