import { authorizeOnAll } from '../access.ts'
import { readConnection } from '../connected-list.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionPage } from '../page.ts'
import type { Context } from '../context.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import type { Window } from '../page.ts'
import { allOf, type Query, type Selection } from '../reading.ts'

/** `auditLog` (C7.10), newest first, for `audit:read`. */
export const readAuditLog = async (
  context: Context,
  page: ConnectionPage,
  select: Selection,
): Promise<Connection> => {
  return readConnection(context, { ...listed(context, select), name: 'auditLog' }, page)
}

/** The same by pages, with how many there are, counted no further than `atMost`. */
export const countedAuditLog = async (
  context: Context,
  window: Window,
  select: Selection,
  atMost: number,
): Promise<CountedRows> => readCounted(context, { ...listed(context, select), window }, atMost)

const listed = (context: Context, select: Selection): Omit<Query, 'window' | 'after'> => {
  authorizeOnAll(context, 'audit:read')
  return { from: 'auditEntries', where: allOf(), orderBy: [{ by: 'id', direction: 'DESC' }], select }
}
