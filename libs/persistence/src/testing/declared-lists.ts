import type { ContentModel, RecordType, Row } from '@content-service/domain'
import { listMembers, listOrderFields, type ValueMember } from '@content-service/domain/internal/lists'
import type { AskedList } from './list-plans.ts'

const DIRECTIONS = ['ASC', 'DESC'] as const

/** The orders that an index serves, in both directions. */
const listOrders = (model: ContentModel, type: RecordType): readonly AskedList[] => {
  const offered = Object.keys(listOrderFields(model, type))
  const compounds = type.indexes.filter((names) => names.every((name) => offered.includes(name)))
  return [...offered.map((name) => [name]), ...compounds].flatMap((names) =>
    DIRECTIONS.map((direction) => ({
      of: type.plural,
      orderBy: names.map((field) => ({ field, direction })),
    })),
  )
}

const toGiven = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** Few texts have the middle of a text: many begin or end with the same words. */
const takeMiddle = (text: string): string => {
  const from = Math.max(Math.floor((text.length - 8) / 2), 0)
  return text.slice(from, from + 8)
}

/** A filter that finds the record, by each kind of index of the field. */
const listConditions = ({ values, isIndexed, hasTextIndex, parseId }: ValueMember, value: unknown) => [
  ...(isIndexed && values === 'texts' ? [{ has: String((value as readonly unknown[])[0]) }] : []),
  ...(isIndexed && values !== 'texts' ? [{ eq: parseId ? String(value) : toGiven(value) }] : []),
  ...(hasTextIndex
    ? [{ contains: takeMiddle(String(value)) }, { startsWith: String(value).slice(0, 16) }]
    : []),
]

const listFilters = (model: ContentModel, type: RecordType, sample: Row): readonly AskedList[] =>
  Object.entries(listMembers(model, type)).flatMap(([name, member]) =>
    member.kind !== 'value' || (sample[member.attribute] ?? null) === null
      ? []
      : listConditions(member, sample[member.attribute]).map((condition) => ({
          of: type.plural,
          where: { [name]: condition },
        })),
  )

/** The orders and the filters of a type that an index serves. The filters find the record of the sample. */
export const listDeclared = (model: ContentModel, type: RecordType, sample: Row): readonly AskedList[] => [
  ...listOrders(model, type),
  ...listFilters(model, type, sample),
]
