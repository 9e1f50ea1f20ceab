import type { Collection } from '../model/collections.ts'
import { createConnection, createCount, NESTED_COUNT_LIMIT, type Connection } from '../reading/connection.ts'
import { checkList, parseCursor, type Signer } from '../reading/cursor.ts'
import type { RelatedPage, RelatedSelection, Row } from '../reading/reading.ts'
import { createValueCounts, findCountedValues } from './lists/list-counts.ts'
import { nameFilter } from './lists/list-input.ts'
import { findCountLimit, nameTally, nameTotal } from './permission-filters.ts'
import type { ReadContext } from './read-context.ts'

export const hasPage = (
  related: RelatedSelection,
): related is RelatedSelection & { readonly page: RelatedPage } => related.page !== undefined

/** The lists of the ghost have no records. */
export const createEmptyList = (related: RelatedSelection): readonly Row[] | Connection => {
  if (!hasPage(related)) return []
  const { page, orderBy = [] } = related
  // Without an edge, nobody signs a cursor.
  const signer: Signer = { sign: (text) => text, verify: () => null }
  const count = { totalCount: () => createCount(0), countBy: () => [] }
  return createConnection([], page, { name: related.relation, orderBy, signer, ...count })
}

/** C13.4: the numbers that the row of the parent has. */
const countRelated = (
  context: ReadContext,
  to: Collection,
  related: RelatedSelection,
  [parent, by]: readonly [Row, string],
) => {
  const type = context.model.typeOf(to)
  if (type === undefined) throw new Error(`${to} are not counted by values`)
  const counted = findCountedValues(context, type, by)
  const numbers = counted.values.map((_, place) => parent[nameTally(related, by, place)] as number)
  return createValueCounts(counted, numbers, NESTED_COUNT_LIMIT)
}

/** C5.4: makes a page of the related records of one row. The name of the list has the id of the row, so that it is unique. */
export const connectRelated = (
  context: ReadContext,
  to: Collection,
  related: RelatedSelection & { readonly page: RelatedPage },
  [parent, rows]: readonly [Row, readonly Row[]],
): Connection => {
  const { cursors: signer } = context
  const { page, orderBy = [], list } = related
  const name = `${related.relation} of ${String(parent['id'])}${nameFilter(list ?? {})}`
  for (const argument of ['after', 'before'] as const) {
    const cursor = page[argument] ?? null
    if (cursor !== null) checkList(parseCursor(signer, orderBy, cursor, argument), name)
  }
  const totalCount = () => createCount(parent[nameTotal(related)] as number, findCountLimit(context, to))
  const countBy = (by: string) => countRelated(context, to, related, [parent, by])
  return createConnection(rows, page, { name, orderBy, signer, totalCount, countBy })
}
