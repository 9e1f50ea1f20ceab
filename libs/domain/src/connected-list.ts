import { createConnection, COUNT_LIMIT, createCount, type Connection } from './connection.ts'
import type { ConnectionPage } from './page.ts'
import type { Context } from './context.ts'
import { checkList, parseCursor, createPageWindow } from './cursor.ts'
import type { Query, Row } from './reading.ts'
import { readVisible } from './visibility.ts'

/** A list that is read by cursor, under a name that no other list has. */
export interface ListedQuery extends Omit<Query, 'window' | 'after'> {
  readonly name: string
  /** The function that reads and masks the rows; `readVisible` by default. */
  readonly read?: typeof readVisible
}

const parseAfter = ({ cursors }: Context, { name, orderBy }: ListedQuery, cursor: string): Row => {
  const position = parseCursor(cursors, orderBy, cursor)
  checkList(position, name)
  return position.row
}

const createQuery = (context: Context, list: ListedQuery, page: ConnectionPage): Query => ({
  ...list,
  select: {
    ...list.select,
    fields: [...new Set([...list.select.fields, ...list.orderBy.map(({ by }) => by)])],
  },
  window: createPageWindow(page.first),
  ...(page.after !== null && { after: parseAfter(context, list, page.after) }),
})

/** Reads one page (C5.4). */
export const readConnection = async (
  context: Context,
  list: ListedQuery,
  page: ConnectionPage,
): Promise<Connection> => {
  const { read = readVisible } = list
  const rows = await read(context, createQuery(context, list, page))
  const totalCount = async () =>
    createCount(await context.stores.reader.count(list.from, list.where, COUNT_LIMIT + 1))
  return createConnection(rows, page, { ...list, signer: context.cursors, totalCount })
}
