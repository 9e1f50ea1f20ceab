import { isLink, type Field, type LinkField, type ManyField } from '../fields/field.ts'
import { isField } from '../fields/member-rules.ts'
import { isBlocks, isGroup, isList } from '../fields/part-fields.ts'
import type { ManyLink } from './many-links.ts'
import { listPlacedLinks, type LinkedId } from './part-links.ts'

type Fields = Readonly<Record<string, Field>>
type Values = Readonly<Record<string, unknown>>

/** Links of a type that a joining table has: links to many records, or the links in parts to one type. */
export interface JoinedLink extends Pick<ManyLink, 'name' | 'attribute'> {
  readonly field: Pick<
    ManyField,
    'toMany' | 'parseId' | 'isNamed' | 'isLate' | 'isOrdered' | 'max' | 'inverse' | 'onDelete'
  >
  /** C16.1: the parts of the record have the ids, and no attribute does. */
  readonly isPart?: true
}

/** C16.1: the most records of one type to which the parts of a record link, as a client sends them. */
export const MOST_PART_LINKS = 1_000

const listLinks = (field: Field): readonly LinkField[] => {
  if (!isField(field)) return []
  if (isLink(field)) return [field]
  const members = isBlocks(field) ? Object.values(field.blocks) : isGroup(field) ? [field.members] : []
  const fields = isList(field) ? [field.item] : members.flatMap((each) => Object.values(each))
  return fields.flatMap(listLinks)
}

/** The links in parts to one type have no names of their own: no field and no table has a name with a dot. */
const nameJoined = ({ plural }: LinkField['to']): string => `parts.${plural}`

const join = ({ to, parseId, isNamed, isLate }: LinkField): JoinedLink => ({
  name: nameJoined(to),
  attribute: nameJoined(to),
  field: {
    toMany: to,
    // The id of a link has the type of its target.
    parseId: parseId as ManyField['parseId'],
    isNamed,
    isLate,
    isOrdered: false,
    max: MOST_PART_LINKS,
    onDelete: 'clear',
  },
  isPart: true,
})

/** C16.1: the links in the parts of some fields, one for each type to which they lead. */
export const collectPartLinks = (attributes: Fields): readonly JoinedLink[] => {
  const links = Object.values(attributes).flatMap((field) => (isLink(field) ? [] : listLinks(field)))
  return [...new Map(links.map((field) => [field.to.name, join(field)])).values()]
}

interface Linking {
  readonly attributes: Fields
  readonly manyLinks: readonly ManyLink[]
  readonly partLinks: readonly JoinedLink[]
}

/** All links of a type that joining tables have. */
export const listJoined = ({ manyLinks, partLinks }: Linking): readonly JoinedLink[] => [
  ...manyLinks,
  ...partLinks,
]

/** The ids of the records to which a link leads; those of parts in the order of the parts, each once. */
export const readLinkedIds = (
  { attributes }: Pick<Linking, 'attributes'>,
  { attribute, isPart, field: { toMany } }: JoinedLink,
  record: object | null,
): readonly LinkedId[] => {
  const values = (record ?? {}) as Values
  // The attribute of a link has ids.
  if (!isPart) return (values[attribute] ?? []) as readonly LinkedId[]
  const ids = listPlacedLinks(attributes, values).flatMap(({ field, id }) =>
    field.to.name === toMany.name && id !== null ? [id] : [],
  )
  return [...new Set(ids)]
}
