import { rest } from '../api/client.ts'
import { readNextPage } from '../api/next-page.ts'
import type { AuditParameters, AuditPart, AuditQuery } from './entries.ts'

const PAGE_SIZE = '50'

/** An empty cursor is that of the first page. */
export const writeFirst = (query: AuditQuery): AuditParameters => ({ ...query, after: '', limit: PAGE_SIZE })

/** @throws ClientError. */
export const readPart = async (query: AuditParameters): Promise<AuditPart> => {
  const result = await rest.get('/api/audit-log', { query })
  if (!result.ok) throw result.error
  return { entries: result.data, next: readNextPage(result.headers) }
}
