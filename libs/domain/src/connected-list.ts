import { connectionOf, COUNT_LIMIT, countOf, type Connection } from './connection.ts'
import type { ConnectionPage } from './page.ts'
import type { Context } from './context.ts'
import { checkList, positionOf, windowOfPage } from './cursor.ts'
import type { Query, Row } from './reading.ts'
import { readVisible } from './visibility.ts'

/** A list that is read by cursor, under a name that no other list has. */
export interface ListedQuery extends Omit<Query, 'window' | 'after'> {
  readonly name: string
  /** What shows the rows; `readVisible` unless given. */
  readonly read?: typeof readVisible
}

const after = ({ cursors }: Context, { name, orderBy }: ListedQuery, cursor: string): Row => {
  const position = positionOf(cursors, orderBy, cursor)
  checkList(position, name)
  return position.row
}

const queryOf = (context: Context, list: ListedQuery, page: ConnectionPage): Query => ({
  ...list,
  select: {
    ...list.select,
    fields: [...new Set([...list.select.fields, ...list.orderBy.map(({ by }) => by)])],
  },
  window: windowOfPage(page.first),
  ...(page.after !== null && { after: after(context, list, page.after) }),
})

/** Reads one page (C5.4). */
export const readConnection = async (
  context: Context,
  list: ListedQuery,
  page: ConnectionPage,
): Promise<Connection> => {
  const { read = readVisible } = list
  const rows = await read(context, queryOf(context, list, page))
  const totalCount = async () =>
    countOf(await context.stores.reader.count(list.from, list.where, COUNT_LIMIT + 1))
  return connectionOf(rows, page, { ...list, signer: context.cursors, totalCount })
}
