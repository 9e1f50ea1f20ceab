import {
  isChoice,
  isJson,
  isLink,
  isMany,
  isSlug,
  isState,
  type Field,
  type FieldKind,
} from '../model/fields/field.ts'
import { isBlocks, isGroup, isList } from '../model/fields/part-fields.ts'
import type { BlocksField } from '../model/fields/part-fields.ts'
import type { Fields } from '../model/types/record-operation.ts'
import { describeField } from '../model/fields/describe-field.ts'
import { writeLabel } from '../model/label.ts'
import type { Permission } from '../access/content-policy.ts'
import type { RecordType } from '../model/types/record-type.ts'

/** One of several values, and its name for people. */
export interface ToolChoice {
  readonly value: string
  readonly label: string
}

/** Where a link leads, and how a body of REST names it. */
export interface ToolLink {
  /** The name of the type. */
  readonly to: string
  /** The member with the id, or with the ids: `venueId`, `speakerIds`. */
  readonly attribute: string
  readonly many: boolean
  /** The writer decides the order of the links. */
  readonly ordered: boolean
  /** The list of the other type with the records that link to it; null if it has none. */
  readonly inverse: string | null
}

/** The part of JSON Schema that bounds the values. */
export type ToolLimits = Readonly<Record<string, unknown>>

/** C17.9: what a form and a list need to know of a field. */
export interface ToolField {
  readonly name: string
  readonly kind: FieldKind
  readonly label: string
  readonly help: string
  readonly placeholder: string | null
  readonly section: string | null
  /** A new record needs a value. */
  readonly required: boolean
  /** The value can be null. */
  readonly nullable: boolean
  /** No client gives the value: the service or an operation sets it. */
  readonly readOnly: boolean
  /** C16.2: code of the model computes the value from other fields. */
  readonly computed: boolean
  /** The value of a new record for which no client gives one. */
  readonly initial: unknown
  readonly limits: ToolLimits
  readonly unique: boolean
  /** Searches find the text. */
  readonly searched: boolean
  readonly choices: readonly ToolChoice[] | null
  readonly link: ToolLink | null
  /** C17.7: the field that a slug follows while no client gives one; null for other kinds. */
  readonly from: string | null
  /** The permission that shows the value; callers without it see null. A computed value can need several, with a space between them. */
  readonly seenWith: string | null
  /** The permission to change the value, beside the one to write the record. */
  readonly changedWith: Permission | null
  /** The members of a group; null for other kinds. */
  readonly fields: readonly ToolField[] | null
  /** The values of a list; null for other kinds. */
  readonly item: ToolField | null
  /** The types of blocks; null for other kinds. */
  readonly blocks: readonly ToolBlock[] | null
}

/** C16.1: one type of blocks. */
export interface ToolBlock {
  readonly type: string
  readonly label: string
  readonly fields: readonly ToolField[]
}

/** The type of a field; null for the input of an operation. */
type OfType = Pick<RecordType, 'manyLinks' | 'masks' | 'changeRights'> | null

export const createChoices = (values: readonly string[]): readonly ToolChoice[] =>
  values.map((value) => ({ value, label: writeLabel(value) }))

/** The words of a state have no names of their own; those of a choice can. */
export const listChoices = (field: Field): readonly ToolChoice[] | null => {
  if (isState(field)) return createChoices(field.states)
  if (!isChoice(field)) return null
  return field.choices.map(({ word, label }) => ({ value: word, label: label ?? writeLabel(word) }))
}

const createLink = (name: string, field: Field, type: OfType): ToolLink | null => {
  if (isLink(field)) {
    const { to, inverse = null } = field
    return { to: to.name, attribute: `${name}Id`, many: false, ordered: false, inverse }
  }
  if (!isMany(field)) return null
  const { toMany, inverse = null, isOrdered, ids } = field
  const attribute = type?.manyLinks.find((link) => link.name === name)?.attribute ?? ids ?? name
  return { to: toMany.name, attribute, many: true, ordered: isOrdered, inverse }
}

/** `kind` and `choices` say what these keywords say. */
const TOLD = new Set(['type', 'enum'])

const createLimits = (field: Field): ToolLimits => {
  if (isJson(field)) return field.jsonSchema
  return Object.fromEntries(Object.entries(field.schema).filter(([keyword]) => !TOLD.has(keyword)))
}

const isRequired = ({ isInput, isOptional, initial }: Field): boolean =>
  isInput && !isOptional && initial === null

const createMembers = (members: Fields): readonly ToolField[] =>
  Object.entries(members).map(([name, member]) => createToolField(name, member, null))

const createBlocks = ({ blocks }: BlocksField): readonly ToolBlock[] =>
  Object.entries(blocks).map(([type, members]) => ({
    type,
    label: writeLabel(type),
    fields: createMembers(members),
  }))

/** What a form needs to know of the parts of a field. */
const createParts = (name: string, field: Field): Pick<ToolField, 'fields' | 'item' | 'blocks'> => ({
  fields: isGroup(field) ? createMembers(field.members) : null,
  item: isList(field) ? createToolField(name, field.item, null) : null,
  blocks: isBlocks(field) ? createBlocks(field) : null,
})

/** C16.2: a computed value has the masks of all fields from which it is computed. */
export const joinPermissions = (permissions: readonly Permission[] = []): string | null =>
  permissions.length === 0 ? null : permissions.join(' ')

/** Describes a field of a type or of the input of an operation. */
export const createToolField = (name: string, field: Field, type: OfType): ToolField => {
  const { kind, label, help, placeholder = null, section = null, isOptional, isInput } = field
  const link = createLink(name, field, type)
  const attribute = link?.attribute ?? name
  return {
    name,
    kind,
    label: label ?? writeLabel(name),
    help: help ?? describeField(field),
    placeholder,
    section,
    required: isRequired(field),
    nullable: isOptional,
    readOnly: !isInput,
    computed: field.computed !== undefined,
    initial: field.initial,
    limits: createLimits(field),
    unique: field.isUnique,
    searched: field.search !== undefined,
    choices: listChoices(field),
    link,
    from: isSlug(field) ? field.from : null,
    seenWith: joinPermissions(type?.masks[attribute]),
    changedWith: type?.changeRights[attribute] ?? null,
    ...createParts(name, field),
  }
}
