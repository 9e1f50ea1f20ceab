import { describeManyLink } from '../links/many-links.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { isLink, isMany, type Field } from './field.ts'
import { listGroupMembers } from './group-members.ts'
import { isField } from './member-rules.ts'
import { isBlocks, isGroup, isList } from './part-fields.ts'

/** C17.10: a field with the name that it had in an earlier release. */
export interface RenamedField {
  readonly name: string
  readonly earlier: string
  /** The names in records, in the order of now and before: `shelfId` and `rackId`. */
  readonly attribute: string
  readonly earlierAttribute: string
  readonly field: Field
}

/** The name of a value in a record: `shelfId` for a link `shelf`, and `speakerIds` for links to many records. */
export const nameValue = (name: string, field: Field): string => {
  if (isMany(field)) return describeManyLink(name, field).attribute
  return isLink(field) ? `${name}Id` : name
}

/** The fields with another earlier name. A declaration without types can have any value. */
export const listRenamedFields = (fields: Fields): readonly RenamedField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { renamedFrom: earlier } = field
    if (typeof earlier !== 'string') return []
    return [
      {
        name,
        earlier,
        attribute: nameValue(name, field),
        earlierAttribute: nameValue(earlier, field),
        field,
      },
    ]
  })

/** The members of a part, or of each type of blocks. A plain field has none. */
export const listPartMembers = (field: Field): readonly Fields[] => {
  if (isGroup(field)) return [field.members]
  if (isList(field)) return isField(field.item) ? listPartMembers(field.item) : []
  return isBlocks(field) ? Object.values(field.blocks) : []
}

/** The places of the renames in a type, each with the earlier name: `headline`, and `contact.phone` for a member. */
export const listRenamedPlaces = (fields: Fields, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(typeof field.renamedFrom === 'string' ? [[`${path}${name}`, field.renamedFrom] as const] : []),
    ...listTyped(field).flatMap(([type, members]) => listRenamedPlaces(members, `${path}${name}.${type}`)),
  ])

const listTyped = (field: Field): readonly (readonly [string, Fields])[] =>
  isBlocks(field)
    ? Object.entries(field.blocks).map(([type, members]) => [`${type}.`, members])
    : listPartMembers(field).map((members) => ['', members])

type Renaming = readonly (readonly [before: string, now: string])[]

/** The facts in groups with their names before and now: `contact.tel` and `contact.phone`. */
export const listRenamedMembers = ({
  fields,
  attributes,
}: Pick<RecordType, 'fields' | 'attributes'>): Renaming => {
  const earlier = new Map(listRenamedPlaces(fields))
  const nameBefore = (steps: readonly string[]): string =>
    steps.map((step, place) => earlier.get(steps.slice(0, place + 1).join('.')) ?? step).join('.')
  return listGroupMembers(attributes)
    .map(({ name }) => [nameBefore(name.split('.')), name] as const)
    .filter(([before, name]) => before !== name)
}

/** All names with which rules can name facts and links of a type, before and now. */
export const listRenamedFacts = (type: Pick<RecordType, 'fields' | 'attributes'>): Renaming => [
  ...listRenamedFields(type.fields).flatMap(({ name, earlier, attribute, earlierAttribute }) => [
    [earlier, name] as const,
    [earlierAttribute, attribute] as const,
  ]),
  ...listRenamedMembers(type),
]
