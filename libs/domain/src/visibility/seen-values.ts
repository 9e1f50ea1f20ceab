import { isLink, isMany, type Field } from '../model/fields/field.ts'
import { listDraftMembers, type DraftType } from '../model/drafts/draft-type.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import { ContentError } from '../rules/errors.ts'
import type { ModelContext } from './read-context.ts'
import { getLinkOrder } from './lists/default-order.ts'

type Modelled = Pick<ModelContext, 'model'>
type Values = Readonly<Record<string, unknown>>

/** No field and no alias of a client begins with a dot. */
const nameLinked = (name: string): string => `.seen ${name}`

const selectOne = (name: string): RelatedSelection => ({
  as: nameLinked(name),
  relation: name,
  isNullable: true,
  select: { fields: ['id'] },
})

/** The attribute of a link hides nothing but what a mask hides. That of a list of links is read for a mask alone. */
const listColumns = (type: DraftType, names: readonly string[]): readonly string[] =>
  Object.entries(listDraftMembers(type)).flatMap(([member, field]) =>
    names.includes(member) && (!isMany(field) || Object.hasOwn(type.masks, member)) ? [member] : [],
  )

/**
 * The selection of a record with the values that its caller sees of some fields of drafts: masked, and without the links whose
 * records the caller may not read.
 */
export const selectSeen = (
  { model }: Modelled,
  type: DraftType,
  names: readonly string[] = Object.keys(listDraftMembers(type)),
): Selection => ({
  fields: ['id', ...listColumns(type, names)],
  related: [
    ...type.links.filter(({ attribute }) => names.includes(attribute)).map(({ name }) => selectOne(name)),
    ...type.manyLinks
      .filter(({ attribute }) => names.includes(attribute))
      .map(({ name, field }) => ({
        as: nameLinked(name),
        relation: name,
        orderBy: getLinkOrder(model, field),
        select: { fields: ['id'] },
      })),
  ],
})

const listIds = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.map((row: Row) => row['id']) : []

/** The order of links without one follows their records, which change without the link. */
const readList = (row: Row, name: string, field: Field): readonly unknown[] => {
  const ids = listIds(row[nameLinked(name)])
  return isMany(field) && field.isOrdered
    ? ids
    : ids.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
}

const readOne = (row: Row, name: string): unknown => {
  const linked = row[nameLinked(name)]
  return linked instanceof ContentError ? null : ((linked as Row | null | undefined)?.['id'] ?? null)
}

/** The value as JSON has it. */
const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))

/** The values that `selectSeen` has read, by the names of inputs, in the form of JSON. */
export const readSeenValues = (type: DraftType, row: Row): Values => ({
  ...Object.fromEntries(
    Object.entries(type.attributes).flatMap(([name, field]) =>
      isLink(field) ? [] : [[name, toJson(row[name])] as const],
    ),
  ),
  ...Object.fromEntries(
    type.links.map(({ name, attribute }) => [attribute, row[attribute] === null ? null : readOne(row, name)]),
  ),
  ...Object.fromEntries(
    type.manyLinks.map(({ name, attribute, field }) => [
      attribute,
      row[attribute] === null ? null : readList(row, name, field),
    ]),
  ),
})
