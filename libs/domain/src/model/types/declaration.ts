import type { ComputedBuilder } from '../computed/computed-builder.ts'
import type { CustomPart } from './custom-part.ts'
import type { KeptFor } from '../guests/guest-note.ts'
import type { RecordCheck } from './record-check.ts'
import type { Fields, OperatedType, OperationBuilder, RecordOperation } from './record-operation.ts'
import type { Allowed } from './record-rights.ts'
import type { RenamedFrom } from './earlier-names.ts'
import type { TrashOption } from '../trash/trash.ts'
import type { RecordType } from './record-type.ts'
import type { Optional, RecordOf } from './record-values.ts'
import type { ScheduleOption } from '../states/workflow.ts'

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
  readonly trash?: never
  readonly index?: never
  readonly unique?: never
  readonly defaultOrder?: never
  readonly schedule?: never
  readonly likes?: never
  readonly views?: never
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

/** The declaration of a content type. The service derives all other facts about the type. */
export type Declaration<Name extends string, F extends Fields, Fixed extends boolean> = CommonDeclaration<
  Name,
  F,
  Fixed
> &
  (PluralDeclaration | SingleDeclaration<F>) &
  (PlainDeclaration<F> | ComputedDeclaration<F>)

/** A type whose fields are all in `fields`. */
interface PlainDeclaration<F extends Fields> {
  readonly computed?: undefined
  /** The field by which people know a record; by default the first line of text. */
  readonly titleField?: keyof NoInfer<F> & string
  /**
   * C14.9: the order of the lists, in the words of `sort`: `['-startsAt', 'title']`; newest first by default. It needs an
   * index, and names no link and no field with `seenWith`.
   */
  readonly defaultOrder?: readonly OrderText<F>[]
}

/** A type with computed fields, whose names the compiler does not know here: `contentModel` checks them. */
interface ComputedDeclaration<F extends Fields> {
  /** C16.2: fields whose values code gives: `(on) => ({ label: on({ kind: field.line(300), from: ['title'] }, …) })`. */
  readonly computed: (on: ComputedBuilder<F>) => Fields
  readonly titleField?: string
  readonly defaultOrder?: readonly string[]
}

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
  /** The group of types in which tools list the type. */
  readonly section?: string
  /** C17.10: the name that the type had in an earlier release, or its names. A migration moves its records. */
  readonly renamedFrom?: RenamedFrom
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
  /** C17.3: each edit keeps the version that it replaces, and writers can restore it. */
  readonly revisions?: true
  /** C17.6: a user can keep unpublished work on a record, and apply it later. */
  readonly drafts?: true
  /** Indexes of several fields or links, each in the order of its columns: `[['venue', 'startsAt']]` (C14.9). */
  readonly index?: readonly (readonly string[])[]
  /** C14.9: fields or links that are unique together: `[['venue', 'slot']]`. Letter case makes no difference; null is equal to nothing. */
  readonly unique?: readonly (readonly (keyof NoInfer<F> & string)[])[]
  /**
   * C17.4: keeps deleted records until the service purges them, with `true` for who may delete them alone, or in this state of
   * the record.
   */
  readonly trash?: TrashOption<NoInfer<F>>
  /**
   * C17.2: people publish a record at a time, from these states. `true` names all states with a transition to the published
   * one, which the schedule needs.
   */
  readonly schedule?: ScheduleOption
  /** C17.5: users like records. */
  readonly likes?: true
  /** C17.5: the service counts how often others than the owner read a record by its id. */
  readonly views?: true
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
