import type { Rule } from '../../rules/accept.ts'
import type { Permission } from '../../access/content-policy.ts'
import type { DeclaredResource } from '../../access/rights.ts'
import type { UserId } from '../../rules/ids.ts'
import type { CustomPart } from './custom-part.ts'
import type { RecordId, TypeName } from '../fields/field.ts'
import type { KeptFor } from '../guests/guest-note.ts'
import type { JoinedLink } from '../links/joined-links.ts'
import type { ManyLink } from '../links/many-links.ts'
import type { EarlierNames } from './earlier-names.ts'
import type { RecordLink } from './record-attributes.ts'
import type { AnyRecordCheck } from './record-check.ts'
import type { Fields, RecordOperation } from './record-operation.ts'
import type { RecordPermissions } from './record-permissions.ts'
import type { Trash } from '../trash/trash.ts'
import type { TypeNames } from './type-names.ts'
import type { Schedule } from '../states/workflow.ts'

/** C17.9: the words of a declaration for people. A word that the declaration leaves out is undefined. */
export interface TypeWords {
  readonly label: string | undefined
  readonly labels: string | undefined
  readonly titleField: string | undefined
  readonly section: string | undefined
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
  /** C17.10: the names of the type in an earlier release; null if they were those of now. */
  readonly earlier: EarlierNames | null
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
  /** C17.3: an edit keeps the version that it replaces. */
  readonly keepsRevisions: boolean
  /** C17.6: a user can have a draft of a record. */
  readonly takesDrafts: boolean
  /** The fields and links that are unique together. Lists are filtered and ordered by them as by an index. */
  readonly uniques: readonly (readonly string[])[]
  /** The fields and links of each index of several columns. */
  readonly indexes: readonly (readonly string[])[]
  /** The order of the lists, in the words of `sort`; null for newest first. */
  readonly defaultOrder: readonly string[] | null
  /** C17.4: null for a type whose deleted records are gone at once. */
  readonly trash: Trash | null
  /** C17.2: the states from which people publish a record at a time; null for a type without a schedule. */
  readonly schedule: Schedule | null
  /** C17.5: users like records. */
  readonly takesLikes: boolean
  /** C17.5: the service counts the reads of a record by its id. */
  readonly countsViews: boolean
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
  /** C16.1: the links in parts, one for each type to which they lead. Joining tables have them beside the parts. */
  readonly partLinks: readonly JoinedLink[]
  /** The attribute with the id of the owner; null if the records have no owner. */
  readonly ownerAttribute: string | null
  /** The text that is unique among the records; null if the type has none. */
  readonly uniqueAttribute: string | null
  /** C16.2: the fields that code of the declaration computes. Those without a column are no attributes. */
  readonly computed: Fields
  /** For each masked attribute, the permissions that show it together; the attribute is null for other callers. */
  readonly masks: Readonly<Record<string, readonly Permission[]>>
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

/** The facts about the creation of a record that no client gives. */
export interface CreationFacts {
  readonly now: Date
  /** Null for a type whose records have no owner. */
  readonly creator: UserId | null
}
