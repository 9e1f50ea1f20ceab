import { isObject } from '../../rules/is-object.ts'
import { memoize } from '../../rules/memoize.ts'
import { isLink, type Field, type LinkField } from '../fields/field.ts'
import { isField, namePartMember } from '../fields/member-rules.ts'
import { isBlocks, isGroup, isList } from '../fields/part-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Field>>
type Path = readonly (string | number)[]

export type LinkedId = string | number

/** C16.1: a link in a part. */
export interface PlacedLink {
  readonly field: LinkField
  /** What the part has: null without a link. */
  readonly id: LinkedId | null
  /** The members and places that lead to the link: `['rooms', 2, 'venueId']`. */
  readonly path: Path
  /** The path with the types and keys of parts in the place of their places, which change. */
  readonly keys: Path
}

/** In the place of a link: the nearest part of a list goes with it. */
export const GONE = Symbol('gone')

/** What stands in the place of a link afterwards. */
export type ReplaceLink = (link: PlacedLink) => LinkedId | null | typeof GONE

interface Walk {
  readonly replace: ReplaceLink
  readonly path: Path
  readonly keys: Path
}

/** Whether values of the field can have links. */
export const hasLinks = (field: Field): boolean => {
  // `contentModel` reports what is no field.
  if (!isField(field)) return false
  if (isLink(field)) return true
  if (isGroup(field)) return listLinking(field.members).length > 0
  if (isList(field)) return hasLinks(field.item)
  return isBlocks(field) && Object.values(field.blocks).some((members) => listLinking(members).length > 0)
}

type Entries = readonly (readonly [string, Field])[]
/** The members with links, under their names in values. */
const listLinking: (members: Fields) => Entries = memoize((members) =>
  Object.entries(members).flatMap(([name, field]) =>
    hasLinks(field) ? [[namePartMember(name, field), field] as const] : [],
  ),
)

const step = ({ path, keys, ...walk }: Walk, place: string | number, key: string | number = place): Walk => ({
  ...walk,
  path: [...path, place],
  keys: [...keys, key],
})

const mapMembers = (members: Fields, part: unknown, walk: Walk): unknown => {
  if (!isObject(part)) return part
  const changed: Record<string, unknown> = {}
  for (const [name, field] of listLinking(members)) {
    const before = part[name] ?? null
    const after = mapValue(field, before, step(walk, name))
    if (after === GONE) return GONE
    if (after !== before) changed[name] = after
  }
  return Object.keys(changed).length === 0 ? part : { ...part, ...changed }
}

const mapItems = (values: unknown, map: (item: unknown, place: number) => unknown): unknown => {
  if (!Array.isArray(values)) return values
  const mapped = values.map(map)
  return mapped.every((item, place) => item === values[place])
    ? values
    : mapped.filter((item) => item !== GONE)
}

const nameKey = (item: unknown, place: number): string => {
  const { type = '', key = place } = isObject(item) ? item : {}
  return `${String(type)}:${String(key)}`
}

const findBlockMembers = (blocks: Readonly<Record<string, Fields>>, block: unknown): Fields => {
  const type = isObject(block) ? String(block['type']) : ''
  return (Object.hasOwn(blocks, type) ? blocks[type] : undefined) ?? {}
}

const mapValue = (field: Field, value: unknown, walk: Walk): unknown => {
  if (isLink(field)) {
    const { replace, path, keys } = walk
    // The value of a link is an id. A wrong one of a client is a value that no id equals.
    return replace({ field, id: (value ?? null) as LinkedId | null, path, keys })
  }
  if (isGroup(field)) return mapMembers(field.members, value, walk)
  const at = (item: unknown, place: number): Walk => step(walk, place, nameKey(item, place))
  if (isList(field)) return mapItems(value, (item, place) => mapValue(field.item, item, at(item, place)))
  if (!isBlocks(field)) return value
  return mapItems(value, (block, place) =>
    mapMembers(findBlockMembers(field.blocks, block), block, at(block, place)),
  )
}

/** The value of a field with other links; the same value if no link differs. A group with `GONE` must be in a list. */
export const mapLinks = (field: Field, value: unknown, replace: ReplaceLink, path: Path = []): unknown =>
  isLink(field) ? value : mapValue(field, value, { replace, path, keys: path })

/** The values of some attributes with other links in their parts. */
export const mapPartLinks = <Given extends Values>(
  attributes: Fields,
  values: Given,
  replace: ReplaceLink,
): Given => {
  const changed: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(attributes)) {
    if (isLink(field) || !hasLinks(field) || values[name] === undefined) continue
    const after = mapLinks(field, values[name], replace, [name])
    if (after !== values[name]) changed[name] = after
  }
  // Each member has the type of its attribute.
  return Object.keys(changed).length === 0 ? values : { ...values, ...changed }
}

/** The links in the parts of some values, those without a record too. */
export const listPlacedLinks = (attributes: Fields, values: Values): readonly PlacedLink[] => {
  const found: PlacedLink[] = []
  mapPartLinks(attributes, values, (link) => {
    found.push(link)
    return link.id
  })
  return found
}
