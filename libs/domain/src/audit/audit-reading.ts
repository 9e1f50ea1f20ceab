import { authorizeOnAll } from '../access.ts'
import { readConnection } from '../connected-list.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionPage } from '../page.ts'
import type { Context } from '../context.ts'
import { makeCountedList } from '../counted-list.ts'
import { allOf, type Query, type Selection } from '../reading.ts'

const listed = (context: Context, select: Selection): Omit<Query, 'window' | 'after'> => {
  authorizeOnAll(context, 'audit:read')
  return { from: 'auditEntries', where: allOf(), orderBy: [{ by: 'id', direction: 'DESC' }], select }
}

/** `auditLog` (C7.10), newest first, for `audit:read`. */
export const readAuditLog = async (
  context: Context,
  page: ConnectionPage,
  select: Selection,
): Promise<Connection> => readConnection(context, { ...listed(context, select), name: 'auditLog' }, page)

/** The same by pages, with how many there are. */
export const countedAuditLog = makeCountedList((context, window, select) => ({
  ...listed(context, select),
  window,
}))
