import { isLink, isMany, type Field, type LinkField } from '../model/fields/field.ts'
import { createTypedRule } from '../model/fields/field-kinds.ts'
import { isBlocks, isGroup, isList } from '../model/fields/part-fields.ts'
import { GONE, hasLinks } from '../model/links/part-links.ts'
import { replaceLinks } from '../model/links/replace-links.ts'
import type { Fields } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { Rule } from '../rules/accept.ts'
import { isObject } from '../rules/is-object.ts'
import { checkRef } from '../rules/text.ts'

type Path = readonly (string | number)[]

/** A link in a part of a line: the line has the name of the linked record under the name of the member. */
export interface LineLink {
  readonly field: LinkField
  /** What the part has: a name in a line, an id in a record. */
  readonly value: unknown
  readonly path: Path
}

/** The name of a link in a line, in the place of the link: `venue` in a line, and `venueId` in a record. */
const toName = ({ about, isOptional }: Pick<Field, 'about' | 'isOptional'>): Field => ({
  kind: 'line',
  about,
  schema: { type: 'string' },
  isOptional,
  isUnique: false,
  isInput: true,
  initial: null,
  check: checkRef,
})

/** The field with names in the place of its links, in the form of a revision: a link to what is gone is null. */
export const nameLinks = (field: Field): Field =>
  replaceLinks(field, ({ about }) => toName({ about, isOptional: true }))

/** C10.6: the rule of a member of a line with parts, whose links are names of records. */
export const createPartsRule = (field: Field): Rule => createTypedRule(replaceLinks(field, toName))

type Form = 'line' | 'record'
type Convert = (link: LineLink) => unknown

/** The names of a link in the form of a value and in the other form. */
const nameBoth = (name: string, field: Field, from: Form): readonly [string, string] => {
  if (!isLink(field)) return [name, name]
  return from === 'line' ? [name, `${name}Id`] : [`${name}Id`, name]
}

const convertMembers = (members: Fields, part: unknown, walk: Walk): unknown => {
  if (!isObject(part)) return part
  const linking = Object.entries(members).filter(([, field]) => hasLinks(field))
  const converted = linking.map(([name, field]) => {
    const [here, there] = nameBoth(name, field, walk.from)
    return { here, there, value: convertValue(field, part[here] ?? null, step(walk, here)) }
  })
  // A part without a link that it needs goes with it.
  if (converted.some(({ value }) => value === GONE)) return GONE
  const others = Object.entries(part).filter(([name]) => converted.every(({ here }) => here !== name))
  return Object.fromEntries([...others, ...converted.map(({ there, value }) => [there, value])])
}

interface Walk {
  readonly from: Form
  readonly convert: Convert
  readonly path: Path
}

const step = (walk: Walk, place: string | number): Walk => ({ ...walk, path: [...walk.path, place] })

const keepParts = (parts: readonly unknown[]): readonly unknown[] => parts.filter((part) => part !== GONE)

const convertValue = (field: Field, value: unknown, walk: Walk): unknown => {
  if (isLink(field)) return walk.convert({ field, value, path: walk.path })
  if (isGroup(field)) return convertMembers(field.members, value, walk)
  if (!Array.isArray(value)) return value
  if (isList(field))
    return keepParts(value.map((item, place) => convertValue(field.item, item, step(walk, place))))
  if (!isBlocks(field)) return value
  return keepParts(
    value.map((block: unknown, place) =>
      convertMembers(field.blocks[String(isObject(block) && block['type'])] ?? {}, block, step(walk, place)),
    ),
  )
}

/**
 * The value of a record from that of a line. `convert` returns the id of the record with a name, or `GONE` for a part that has to
 * wait for its link.
 */
export const fromLineParts = (name: string, field: Field, value: unknown, convert: Convert): unknown =>
  convertValue(field, value, { from: 'line', convert, path: [name] })

/** The value of a line from that of a record. `convert` returns the name of the record with an id. */
export const toLineParts = (name: string, field: Field, value: unknown, convert: Convert): unknown =>
  convertValue(field, value, { from: 'record', convert, path: [name] })

/** The fields of a type whose parts have links. */
export const listLinkingParts = ({
  fields,
}: Pick<RecordType, 'fields'>): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => !isLink(field) && !isMany(field) && hasLinks(field))

/** The links in the parts of a line. */
export const listLineLinks = (
  type: Pick<RecordType, 'fields'>,
  line: Readonly<Record<string, unknown>>,
): readonly (LineLink & { readonly name: string })[] =>
  listLinkingParts(type).flatMap(([member, field]) => {
    const found: (LineLink & { readonly name: string })[] = []
    fromLineParts(member, field, line[member] ?? null, (link) => {
      if (typeof link.value === 'string') found.push({ ...link, name: link.value })
      return null
    })
    return found
  })

/** Whether an import sets the link in its second pass: it leads to the own type, or closes a circle (C15.21). */
export const isLateLink = ({ name }: Pick<RecordType, 'name'>, { isLate, to }: LinkField): boolean =>
  isLate === true || to.name === name
