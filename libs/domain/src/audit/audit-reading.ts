import { authorizeOnAll } from '../access.ts'
import { readConnection } from '../connected-list.ts'
import type { Connection, ConnectionPage } from '../connection.ts'
import type { Context } from '../context.ts'
import { allOf, type Selection } from '../reading.ts'

/** `auditLog` (C7.10), newest first, for `audit:read`. */
export const readAuditLog = (
  context: Context,
  page: ConnectionPage,
  select: Selection,
): Promise<Connection> => {
  authorizeOnAll(context, 'audit:read')
  return readConnection(
    context,
    {
      name: 'auditLog',
      from: 'auditEntries',
      where: allOf(),
      orderBy: [{ by: 'id', direction: 'DESC' }],
      select,
    },
    page,
  )
}
