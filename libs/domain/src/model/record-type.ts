import type { Rule } from '../rules/accept.ts'
import type { Permission } from '../access/content-policy.ts'
import { parseUserId, parseUuid, type UserId } from '../rules/ids.ts'
import { findUnknownOptions } from '../rules/similar-name.ts'
import type { DeclaredResource } from '../access/rights.ts'
import type { CustomPart } from './custom-part.ts'
import type { Allowed } from './record-rights.ts'
import {
  toWord,
  type Field,
  type OwnerField,
  type RecordId,
  type SetByService,
  type StoredIn,
  type TypeName,
} from './field.ts'
import { findGuestProblems, withGuestNote, type KeptFor } from './guests/guest-note.ts'
import type { IdsName, ManyLink } from './links/many-links.ts'
import { resolveSelf, type ValueIn } from './links/self-links.ts'
import { deriveAttributes, type RecordLink } from './record-attributes.ts'
import { findCheckOptionProblems, type AnyRecordCheck, type RecordCheck } from './record-check.ts'
import { SINGLE_ID } from './single-type.ts'
import { deriveNames, type TypeNames } from './type-names.ts'
import {
  buildOperation,
  type Fields,
  type OperatedType,
  type OperationBuilder,
  type RecordOperation,
} from './record-operation.ts'
import { derivePermissions, deriveResource, type RecordPermissions } from './record-permissions.ts'

/** A field by which lists can be ordered, or a time of every record; `-` begins a descending order. */
type OrderText<F extends Fields> = Descending<
  | 'createdAt'
  | 'updatedAt'
  | 'changedAt'
  | { [K in keyof F & string]: OrderedName<K, F[K]> }[keyof F & string]
>
type Descending<Name extends string> = Name | `-${Name}`
type OrderedName<Name, F> = F extends { readonly to: unknown } | { readonly toMany: unknown } ? never : Name

/** The fields whose values a new record can leave out: the record of a single type has no other fields. */
type Omittable<F extends Fields> = { readonly [K in Exclude<keyof F, Optional<F>>]: never }

/** C14.4: a type with one record, which exists from the migration on. Its name is also the plural. */
interface SingleDeclaration<F extends Fields> {
  readonly single: true
  readonly fields: F & Omittable<F>
  readonly plural?: never
  readonly list?: never
  readonly fixed?: never
  readonly live?: never
  readonly keepFor?: never
  readonly index?: never
  readonly unique?: never
  readonly defaultOrder?: never
  readonly operations?: never
}

interface PluralDeclaration {
  readonly single?: never
  /**
   * C14.9: the list of GraphQL, and in other forms the address, the table and the resource of the permissions: `blogPosts` has
   * `/api/blog-posts`, the table `blog_posts` and `blog-posts:read`.
   */
  readonly plural: string
}

/** C17.9: the words of a declaration for people. A word that the declaration leaves out is undefined. */
export interface TypeWords {
  readonly label: string | undefined
  readonly labels: string | undefined
  readonly titleField: string | undefined
  readonly section: string | undefined
}

/** The declaration of a content type. The service derives all other facts about the type. */
export type Declaration<Name extends string, F extends Fields, Fixed extends boolean> = CommonDeclaration<
  Name,
  F,
  Fixed
> &
  (PluralDeclaration | SingleDeclaration<F>)

interface CommonDeclaration<Name extends string, F extends Fields, Fixed extends boolean> {
  readonly name: Name
  /** The list of GraphQL, if plural and name are one word: `newsItems`. */
  readonly list?: string
  /** The last word of the address, if it does not follow from the plural: `stories`. */
  readonly path?: string
  /** The table, if its name does not follow from the plural. */
  readonly table?: string
  readonly about: string
  /** C17.9: the name of one record for people, by default the name in words: `Blog post`. */
  readonly label?: string
  /** The name of several records for people, by default the plural in words: `Blog posts`. */
  readonly labels?: string
  /** The field by which people know a record; by default the first line of text. */
  readonly titleField?: keyof NoInfer<F> & string
  /** The group of types in which tools list the type. */
  readonly section?: string
  /**
   * The permissions of the type and the roles that have them: `read`, `write`, and `create` and `delete` if they differ
   * from `write` (C14.3).
   */
  readonly allowed?: Allowed<F>
  /**
   * The resource whose permissions open the records, if it is not the plural. Then another type declares `allowed` of
   * it.
   */
  readonly resource?: string
  /** A record of a fixed type never changes after its creation, so that it has no version. */
  readonly fixed?: Fixed
  /** A subscription `workshopChanged(id)` streams a record when it changes. */
  readonly live?: true
  /**
   * C14.3: the days after which the service erases a record that a request without a credential created, or `always`.
   * Required if `create` names GUEST.
   */
  readonly keepFor?: KeptFor
  /** Indexes of several fields or links, each in the order of its columns: `[['venue', 'startsAt']]` (C14.9). */
  readonly index?: readonly (readonly string[])[]
  /** C14.9: fields or links that are unique together: `[['venue', 'slot']]`. Letter case makes no difference; null is equal to nothing. */
  readonly unique?: readonly (readonly (keyof NoInfer<F> & string)[])[]
  /**
   * C14.9: the order of the lists, in the words of `sort`: `['-startsAt', 'title']`; newest first by default. It needs an
   * index, and names no link and no field with `seenWith`.
   */
  readonly defaultOrder?: readonly OrderText<F>[]
  /** Code of the service contains the rules and the operations of the type, so that no operation is derived. */
  readonly custom?: CustomPart
  readonly fields: F
  /** C16.3: finds what is wrong in a whole record, before each write. It is synchronous and pure. */
  readonly check?: RecordCheck<RecordOf<RecordType<Name, F, Fixed>>>
  /** The operations of the type in addition to those of every type, each under its verb: `cancel`. */
  readonly operations?: (
    on: OperationBuilder<RecordOf<RecordType<Name, F, Fixed>>>,
  ) => Readonly<Record<string, (of: OperatedType) => RecordOperation>>
}

/** A declared content type, such as Workshop. */
export interface RecordType<
  Name extends string = string,
  F extends Fields = Fields,
  Fixed extends boolean = boolean,
> extends TypeName<Name> {
  readonly isNumbered: boolean
  /** The name in messages and events: `workshop`. `plural` is the collection of the records: `blog_posts`. */
  readonly word: string
  /** The names in the interfaces and in the database. */
  readonly names: TypeNames
  readonly about: string
  /** C17.9: what the declaration says for people. */
  readonly words: TypeWords
  readonly permissions: RecordPermissions
  /** The resource that the type adds to the policy; null if it uses the resource of another type. */
  readonly resource: DeclaredResource | null
  /** The interfaces show the time of the last change. */
  readonly showsChangeTime: boolean
  /** Searches find the records. */
  readonly isSearchable: boolean
  readonly isFixed: Fixed
  /** C14.4: the type has one record, `SINGLE_ID`. */
  readonly isSingle: boolean
  readonly isLive: boolean
  /** For a type whose records guests create: the days for which the service keeps these records. Otherwise null. */
  readonly keepFor: KeptFor | null
  /** The fields and links that are unique together. Lists are filtered and ordered by them as by an index. */
  readonly uniques: readonly (readonly string[])[]
  /** The fields and links of each index of several columns. */
  readonly indexes: readonly (readonly string[])[]
  /** The order of the lists, in the words of `sort`; null for newest first. */
  readonly defaultOrder: readonly string[] | null
  /** An import names the records by a `ref`; otherwise by the unique field. */
  readonly hasRef: boolean
  /** Null for a type whose operations are derived. */
  readonly custom: CustomPart | null
  readonly fields: F
  /** The fields that the interfaces show. */
  readonly shown: Fields
  /** The fields under the names of the record's attributes: `categoryId` for the link `category`. */
  readonly attributes: Fields
  /** The attributes that clients can set. */
  readonly inputs: Fields
  /** What clients can send in a change: the inputs, and the links to add and to remove (C14.2). */
  readonly changeInputs: Fields
  readonly links: readonly RecordLink[]
  /** The links to many records, which are in joining tables and not among the attributes. */
  readonly manyLinks: readonly ManyLink[]
  /** The attribute with the id of the owner; null if the records have no owner. */
  readonly ownerAttribute: string | null
  /** The text that is unique among the records; null if the type has none. */
  readonly uniqueAttribute: string | null
  /** For each masked attribute, the permission that shows it; the attribute is null for other callers. */
  readonly masks: Readonly<Record<string, Permission>>
  /** C14.3: for each attribute that not every writer may change, the permission to change it. */
  readonly changeRights: Readonly<Record<string, Permission>>
  /** A rule for each input, for `accept`. */
  readonly rules: Readonly<Record<string, Rule>>
  readonly changeRules: Readonly<Record<string, Rule>>
  /** C16.3: null for a type without a check. */
  readonly check: AnyRecordCheck | null
  readonly operations: Readonly<Record<string, RecordOperation>>
  /** What is wrong in the options of the declaration; `contentModel` reports it. */
  readonly problems: readonly string[]
  /** The id that `text` writes; null when no record can have this id (C2.1). */
  readonly parseId: (text: string) => RecordId<Name> | null
}

type Attribute<Name, F> = Name extends string
  ? F extends { readonly to: unknown }
    ? `${Name}Id`
    : F extends { readonly toMany: unknown }
      ? IdsName<Name, F>
      : Name
  : never
type GivenTo<F> = F extends Field<infer _Value, infer Given> ? Given : never
/** The inputs that a client can leave out of a new record. */
type Optional<F extends Fields> = {
  [K in keyof F]: null extends StoredIn<F[K]>
    ? K
    : F[K] extends { readonly initial: string | number | boolean | readonly string[] }
      ? K
      : never
}[keyof F]
/** The fields that clients set. */
type Inputs<F extends Fields> = {
  [K in keyof F as F[K] extends SetByService ? never : K]: F[K]
}

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
      } & (Fixed extends true ? unknown : Changing)
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
  T extends RecordType<string, infer F> ? NewFrom<Inputs<F>> & Partial<NewFrom<SetByOthers<F>>> : never

/** The inputs that add and remove links to many records. */
type LinkChange<Name, F> = F extends { readonly toMany: unknown }
  ? `${'add' | 'remove'}${Capitalize<IdsName<Name & string, F>>}`
  : never

type ChangeFrom<F extends Fields> = {
  readonly [K in keyof F as Attribute<K, F[K]>]?: GivenTo<F[K]> | null | undefined
} & {
  readonly [K in keyof F as LinkChange<K, F[K]>]?: readonly string[] | undefined
}

/** The input that changes a record: an absent attribute keeps its value, and null clears an optional one (C5.13). */
export type ChangeOf<T> = T extends RecordType<string, infer F> ? ChangeFrom<Inputs<F>> : never

/** The facts about the creation of a record that no client gives. */
export interface CreationFacts {
  readonly now: Date
  /** Null for a type whose records have no owner. */
  readonly creator: UserId | null
}

const OPTIONS = [
  'name',
  'single',
  'plural',
  'list',
  'path',
  'table',
  'about',
  'label',
  'labels',
  'titleField',
  'section',
  'allowed',
  'resource',
  'fixed',
  'live',
  'keepFor',
  'index',
  'unique',
  'defaultOrder',
  'custom',
  'fields',
  'check',
  'operations',
] as const satisfies readonly (keyof Declaration<string, Fields, boolean>)[]

type FieldLists = readonly (readonly string[])[]

/** Fields that are unique together have an index of lists, too. The checks of the model refuse other forms than lists. */
const joinIndexes = (index: FieldLists, unique: FieldLists): FieldLists => {
  if (![index, unique].every((given) => Array.isArray(given) && given.every(Array.isArray))) return index
  const texts = new Set(index.map((names) => names.join()))
  return [...index, ...unique.filter((names) => !texts.has(names.join()))]
}

/** A declaration without types can have any value. */
const findLiveProblems = (live: unknown): readonly string[] =>
  live === undefined || live === true
    ? []
    : [`live must be true, and is ${JSON.stringify(live)}; a subscription streams one record, and no list`]

const chooseParser = (isNumbered: boolean, isSingle: boolean) => {
  if (isSingle) return () => SINGLE_ID
  return isNumbered ? parseUserId : parseUuid
}

/** Declares a content type. */
export const record = <
  const Name extends string,
  const F extends Fields,
  const Fixed extends boolean = false,
>(
  declaration: Declaration<Name, F, Fixed>,
): RecordType<Name, F, Fixed> => {
  const {
    fixed,
    single = false,
    live,
    keepFor = null,
    index = [],
    unique = [],
    defaultOrder = null,
    custom,
    allowed,
    resource: shared,
    operations,
    list: _list,
    path: _path,
    table: _table,
    label,
    labels,
    titleField,
    section,
    check = null,
    ...declared
  } = declaration
  const word = toWord(declaration.name)
  const names = deriveNames({ ...declaration, plural: declaration.plural ?? word })
  const resource = shared ?? names.resource
  const { name } = declared
  const plural = names.table
  const isNumbered = custom?.isNumbered === true
  const fields = withGuestNote(resolveSelf(declared.fields, { name, plural, isNumbered }), allowed)
  const derived = deriveAttributes(fields, resource)
  return {
    ...declared,
    ...derived,
    plural,
    isNumbered,
    names,
    words: { label, labels, titleField, section },
    fields,
    custom: custom ?? null,
    check,
    permissions: derivePermissions(resource, custom?.actions ?? Object.keys(allowed ?? {})),
    resource: allowed === undefined ? null : deriveResource(resource, allowed, derived),
    operations: Object.fromEntries(
      // The builder works for the records of all types.
      Object.entries(operations?.(buildOperation as never) ?? {}).map(([verb, build]) => [
        verb,
        build({ name, plural, resource }),
      ]),
    ),
    // Without `fixed` in the declaration, Fixed is false.
    isFixed: (fixed ?? false) as Fixed,
    isSingle: single,
    showsChangeTime: fixed !== true,
    isLive: live ?? false,
    keepFor,
    uniques: unique,
    indexes: joinIndexes(index, unique),
    defaultOrder,
    hasRef: fixed !== true && !single && !isNumbered,
    word,
    problems: [
      ...findUnknownOptions(declaration, OPTIONS),
      ...findGuestProblems(declaration),
      ...findLiveProblems(live),
      ...findCheckOptionProblems(check),
    ],
    parseId: chooseParser(isNumbered, single) as RecordType<Name, F, Fixed>['parseId'],
  }
}
