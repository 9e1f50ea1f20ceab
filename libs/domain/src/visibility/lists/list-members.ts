import { namePermission, nameResource } from '../../model/types/record-permissions.ts'
import type { Permission } from '../../access/content-policy.ts'
import type { ContentModel } from '../../model/content-model.ts'
import {
  isLink,
  isMany,
  isOwner,
  listWords,
  type Field,
  type LinkField,
  type ManyField,
} from '../../model/fields/field.ts'
import { findKind, type ValueKind } from '../../model/fields/field-kinds.ts'
import { nameEnum } from '../../model/interface-names.ts'
import { isBlocks, isGroup, isList, type GroupField } from '../../model/fields/part-fields.ts'
import { nameGroup, type NamedOwner } from '../../model/part-names.ts'
import { perModel } from '../../model/per-model.ts'
import { DELETED, hidesTrash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'

/** A value of a record that a filter can name. */
export interface ValueMember {
  readonly kind: 'value'
  readonly values: ValueKind
  readonly attribute: string
  readonly about: string
  /** The permissions that the caller needs on all records, because the value is masked (C13.3). */
  readonly permissions: readonly Permission[]
  /** At most one record has the value. */
  readonly isUnique: boolean
  /** An index finds the records with a value. */
  readonly isIndexed: boolean
  /** An index of several fields has the field behind others: it serves conditions beside equal values of those. */
  readonly isInIndex: boolean
  /** An index finds the records with a part of the text. */
  readonly hasTextIndex: boolean
  /** The caller may read what GUEST may read, so that the index of these records finds them. */
  readonly isOfGuest?: true
  /** The words of a choice, and the name of their enum in GraphQL. */
  readonly words?: readonly string[]
  readonly wordsName?: string
  /** What the values of a list are. */
  readonly item?: ValueKind
  /** The value is the highest role of a user, which the policy decides. */
  readonly isRole?: true
  /** C17.4: the value says whether a record of the type is in the trash. */
  readonly trashOf?: RecordType
  /** Small and capital letters are the same. */
  readonly ignoresCase?: true
  /** The link whose id the value is. */
  readonly link?: { readonly name: string; readonly field: LinkField }
  /** Null for a text that is the id of no record. */
  readonly parseId?: (text: string) => unknown
}

/** C16.1: the members of a group, and whether there is one. */
export interface GroupMember {
  readonly kind: 'group'
  readonly about: string
  /** The name of the members in conditions: `nutrition.calories`. */
  readonly attribute: string
  readonly isNull: ValueMember
  readonly members: Readonly<Record<string, ValueMember | GroupMember>>
  /** The name of its input in GraphQL. */
  readonly typeName: string
}

/** A link to one record, or a list of linked records or of the records that link here. */
export interface RelationMember {
  readonly kind: 'link' | 'list'
  /** C14.2: the list has the records to which the record links. */
  readonly isLink?: true
  /** The name of the relation. */
  readonly name: string
  readonly to: RecordType
}

export type Member = ValueMember | RelationMember | GroupMember
export type Members = Readonly<Record<string, Member>>

const LONGEST_TEXT = 10_000

const findCompared = (field: Field): ValueKind | null =>
  (field.schema.maxLength ?? 0) > LONGEST_TEXT ? null : findKind(field).compared

const PLAIN = {
  kind: 'value',
  permissions: [],
  isUnique: false,
  isIndexed: false,
  isInIndex: false,
  hasTextIndex: false,
} as const

const createTime = (attribute: string, about: string): Members => ({
  [attribute]: { ...PLAIN, values: 'time', attribute, about, isIndexed: true },
})

/** C13.1: `changedAt` is the time of the last change, or else of the creation. */
const listTimes = (type: RecordType): Members => {
  if (type.isFixed) return {}
  const created = createTime('createdAt', 'The time of creation.')
  if (!type.showsChangeTime) return created
  return {
    ...created,
    ...createTime('updatedAt', 'The time of the last change; null until then.'),
    ...createTime('changedAt', 'The time of the last change, or of the creation before the first change.'),
  }
}

/** An index of several fields finds the values of its first one, too. */
const hasIndex = ({ indexes }: RecordType, name: string, { isUnique, index, isIndexed }: Field): boolean =>
  isUnique || index === true || isIndexed === true || indexes.some(([first]) => first === name)

/** C13.3: a masked value needs the permissions that show it. */
const listFilterPermissions = (
  { permissions, masks }: RecordType,
  name: string,
  { filteredWith }: Field,
): readonly Permission[] =>
  filteredWith === undefined ? (masks[name] ?? []) : [namePermission(nameResource(permissions), filteredWith)]

/** Filters find these values in lists. No two numbers with a fraction are surely equal. */
const LISTED: ReadonlySet<ValueKind> = new Set(['text', 'integer', 'time', 'date', 'choice'])

/** The kind of the values of a list that filters find; undefined for others, and for parts. */
const findItem = (field: Field): ValueKind | undefined => {
  if (!isList(field)) return undefined
  const item = findCompared(field.item)
  return item !== null && LISTED.has(item) ? item : undefined
}

const createValue = (type: RecordType, name: string, field: Field): Members => {
  const compared = field.isUnfiltered ? null : findCompared(field)
  if (compared === null) return {}
  const item = findItem(field)
  const values = compared === 'list' && item === undefined ? 'parts' : compared
  const words = listWords(isList(field) ? field.item : field)
  return {
    [name]: {
      ...PLAIN,
      values,
      attribute: name,
      about: field.about,
      permissions: listFilterPermissions(type, name, field),
      isUnique: field.isUnique,
      isIndexed: hasIndex(type, name, field),
      isInIndex: type.indexes.some((names) => names.includes(name, 1)),
      hasTextIndex: field.index === 'text',
      ...(item !== undefined && { item }),
      ...(words !== null && { words, wordsName: nameEnum(type, [name, isList(field) ? field.item : field]) }),
      ...(field.ignoresCase && { ignoresCase: true as const }),
    },
  }
}

/** A member of a group has the mask of the group. */
const createInGroup = (
  owner: NamedOwner,
  at: { readonly attribute: string; readonly permissions: readonly Permission[] },
  [name, field]: readonly [string, Field],
): GroupMember['members'] => {
  const attribute = `${at.attribute}.${name}`
  if (isGroup(field)) return { [name]: describeGroup(owner, { ...at, attribute }, [name, field]) }
  const values = isList(field) || isBlocks(field) || isLink(field) ? null : findCompared(field)
  if (values === null) return {}
  const words = listWords(field)
  const named = words !== null && { words, wordsName: nameEnum(owner, [name, field]) }
  const isIndexed = field.index === true
  return { [name]: { ...PLAIN, ...at, values, attribute, isIndexed, about: field.about, ...named } }
}

const describeGroup = (
  owner: NamedOwner,
  at: { readonly attribute: string; readonly permissions: readonly Permission[] },
  [name, field]: readonly [string, GroupField],
): GroupMember => {
  const { about } = field
  const typeName = nameGroup(owner, [name, field])
  const entries = Object.entries(field.members)
  return {
    kind: 'group',
    about,
    attribute: at.attribute,
    typeName,
    isNull: { ...PLAIN, ...at, values: 'json', about },
    members: Object.assign(
      {},
      ...entries.map((entry) => createInGroup({ name: typeName }, at, entry)),
    ) as GroupMember['members'],
  }
}

const createGroup = (type: RecordType, name: string, field: GroupField): Members => {
  const permissions = listFilterPermissions(type, name, field)
  return { [name]: describeGroup(type, { attribute: name, permissions }, [name, field]) }
}

const createLink = ({ typeNamed }: ContentModel, name: string, field: LinkField): Members => {
  const attribute = `${name}Id`
  const id = { ...PLAIN, values: 'id' as const, attribute, about: `The id of \`${name}\`.`, isIndexed: true }
  return {
    [attribute]: { ...id, link: { name, field }, parseId: field.parseId },
    [name]: { kind: 'link', name, to: typeNamed(field.to.name) },
  }
}

/** C14.2: the records to which a record links. */
const createLinkList = ({ typeNamed }: ContentModel, name: string, { toMany }: ManyField): Members => ({
  [name]: { kind: 'list', name, to: typeNamed(toMany.name), isLink: true },
})

const createMember = (model: ContentModel, type: RecordType, [name, field]: readonly [string, Field]) => {
  if (isMany(field)) return createLinkList(model, name, field)
  if (isLink(field)) return createLink(model, name, field)
  return isGroup(field) && !field.isReleased ? createGroup(type, name, field) : createValue(type, name, field)
}

/** C12.3: the choice that the policy decides. */
const createRole = ({ custom }: RecordType): Members =>
  custom?.role
    ? { role: { ...PLAIN, values: 'choice', attribute: 'role', ...custom.role, isRole: true } }
    : {}

/** C17.4: the word of a filter for a trash that lists hide. */
const createDeleted = (type: RecordType): Members =>
  hidesTrash(type)
    ? {
        [DELETED]: {
          ...PLAIN,
          values: 'flag',
          attribute: DELETED,
          about:
            'Whether the record is in the trash. Only at the top of a filter; you see records that you may delete.',
          trashOf: type,
        },
      }
    : {}

const listRelated = (model: ContentModel, type: RecordType): Members => {
  // C15.23: the model can leave out the type of the records.
  const own = Object.entries(type.custom?.lists ?? {}).flatMap(([name, to]) =>
    model.types.filter((each) => each.name === to).map((each) => [name, each] as const),
  )
  const declared = model.inverseLinks(type).map((link) => [link.name, link.type] as const)
  return Object.fromEntries(
    [...own, ...declared].map(([name, to]) => [name, { kind: 'list', name, to } as const]),
  )
}

const createMembers = (model: ContentModel, type: RecordType): Members => ({
  id: {
    ...PLAIN,
    values: 'id',
    attribute: 'id',
    about: 'The id.',
    isUnique: true,
    isIndexed: true,
    parseId: type.parseId,
  },
  ...Object.assign({}, ...Object.entries(type.shown).map((entry) => createMember(model, type, entry))),
  ...createRole(type),
  ...createDeleted(type),
  ...listTimes(type),
  ...listRelated(model, type),
})

const getMembers = perModel((model) => {
  const made = new Map<string, Members>()
  return (type: RecordType): Members => {
    const members = made.get(type.name) ?? createMembers(model, type)
    made.set(type.name, members)
    return members
  }
})

/** The members of the filter of a type, by their names (C13.1). */
export const listMembers = (model: ContentModel, type: RecordType): Members => getMembers(model)(type)

/** Whether the link leads to the user who owns the record. */
export const leadsToOwner = ({ link }: ValueMember): boolean => link !== undefined && isOwner(link.field)
