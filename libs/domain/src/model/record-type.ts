import { clearable, required, type Rule } from '../accept.ts'
import type { DeclaredPermission, Permission } from '../content-policy.ts'
import { parseUuid } from '../ids.ts'
import { isLink, wordOf, type Field, type LinkField, type RecordId, type TypeName } from './field.ts'
import type { DeclaredResource, Rights } from './rights.ts'

export type Fields = Readonly<Record<string, Field>>

/** What a content type declares. Everything else about the type is derived. */
export interface Declaration<Name extends string, F extends Fields, Fixed extends boolean> {
  readonly name: Name
  /** The collection of the records, the table, and the last word of the address: `products`. */
  readonly plural: string
  readonly about: string
  /** The permissions of the type with the roles that have them: `read`, `write`, and `delete` if it differs from `write`. */
  readonly allowed?: Rights
  /** The resource whose permissions open the records, if it is not the plural. Another type declares its `allowed`. */
  readonly resource?: string
  /** Search finds the records. */
  readonly searchable?: true
  /** A fixed record is created and never changed, so that it has no version. */
  readonly fixed?: Fixed
  readonly fields: F
}

export interface RecordPermissions {
  readonly read: Permission
  readonly write: Permission
  readonly delete: Permission
}

/** A link of a type. */
export interface RecordLink {
  /** `category`. */
  readonly name: string
  /** `categoryId`. */
  readonly attribute: string
  readonly field: LinkField
}

/** A declared content type, such as Product. */
export interface RecordType<
  Name extends string = string,
  F extends Fields = Fields,
  Fixed extends boolean = boolean,
> extends TypeName<Name> {
  /** The name in messages and events: `product`. */
  readonly word: string
  readonly about: string
  /** The permissions to read, to write and to delete a record. */
  readonly permissions: RecordPermissions
  /** The resource that the type adds to the policy; null if it uses the resource of another type. */
  readonly resource: DeclaredResource | null
  readonly isSearchable: boolean
  readonly isFixed: Fixed
  readonly fields: F
  /** The fields under the names by which records and inputs have them: `categoryId` for the link `category`. */
  readonly attributes: Readonly<Record<string, Field>>
  readonly links: readonly RecordLink[]
  /** The attribute that no two records share; null if the type has none. */
  readonly uniqueAttribute: string | null
  /** A rule for each attribute, for `accept`. */
  readonly rules: Readonly<Record<string, Rule>>
  /** The id that `text` writes; null when no record can have this id (C2.1). */
  readonly parseId: (text: string) => RecordId<Name> | null
}

type Attribute<Name, F> = Name extends string ? (F extends LinkField ? `${Name}Id` : Name) : never
type StoredIn<F> = F extends Field<infer Value> ? Value : never
type GivenTo<F> = F extends LinkField ? string : StoredIn<F>
type Optional<F extends Fields> = { [K in keyof F]: null extends StoredIn<F[K]> ? K : never }[keyof F]

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
        readonly [K in keyof F as Attribute<K, F[K]>]: StoredIn<F[K]>
      } & (Fixed extends true ? unknown : Changing)
    : never

/** The input that creates a record. */
export type NewOf<T> =
  T extends RecordType<string, infer F>
    ? { readonly [K in Exclude<keyof F, Optional<F>> as Attribute<K, F[K]>]: GivenTo<F[K]> } & {
        readonly [K in Optional<F> as Attribute<K, F[K]>]?: GivenTo<F[K]> | undefined
      }
    : never

/** The input that changes a record: an absent attribute keeps its value, and null clears an optional one (C5.13). */
export type ChangeOf<T> =
  T extends RecordType<string, infer F>
    ? { readonly [K in keyof F as Attribute<K, F[K]>]?: GivenTo<F[K]> | null | undefined }
    : never

const attributeName = (name: string, field: Field): string => (isLink(field) ? `${name}Id` : name)

const ruleOf = ({ isOptional, check }: Field): Rule => (isOptional ? clearable(check) : required(check))

const collectLinks = (fields: Fields): readonly RecordLink[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isLink(field) ? [{ name, attribute: attributeName(name, field), field }] : [],
  )

const permissionTo = (resource: string, action: string): Permission =>
  `${resource}:${action}` as DeclaredPermission

const derivePermissions = (resource: string, rights: Rights = {}): RecordPermissions => ({
  read: permissionTo(resource, 'read'),
  write: permissionTo(resource, 'write'),
  delete: permissionTo(resource, Object.hasOwn(rights, 'delete') ? 'delete' : 'write'),
})

const declareResource = (name: string, rights: Rights): DeclaredResource => ({
  name,
  actions: Object.keys(rights),
  rights,
  facts: {},
  owner: null,
})

/** What follows from the fields of a declaration. */
const deriveAttributes = (fields: Fields) => {
  const attributes = Object.entries(fields).map(
    ([name, field]) => [attributeName(name, field), field] as const,
  )
  const [uniqueAttribute = null] = attributes.find(([, { isUnique }]) => isUnique) ?? []
  return {
    attributes: Object.fromEntries(attributes),
    rules: Object.fromEntries(attributes.map(([name, field]) => [name, ruleOf(field)])),
    links: collectLinks(fields),
    uniqueAttribute,
  }
}

/** Declares a content type. */
export const record = <
  const Name extends string,
  const F extends Fields,
  const Fixed extends boolean = false,
>({
  fixed,
  searchable,
  allowed,
  resource: shared,
  ...declared
}: Declaration<Name, F, Fixed>): RecordType<Name, F, Fixed> => {
  const parseId = parseUuid as RecordType<Name, F, Fixed>['parseId']
  const word = wordOf(declared.name)
  // Without `fixed` in the declaration, Fixed is false.
  const isFixed = (fixed ?? false) as Fixed
  const resource = shared ?? declared.plural
  return {
    ...declared,
    ...deriveAttributes(declared.fields),
    permissions: derivePermissions(resource, allowed),
    resource: allowed === undefined ? null : declareResource(resource, allowed),
    isFixed,
    isSearchable: searchable ?? false,
    word,
    parseId,
  }
}
