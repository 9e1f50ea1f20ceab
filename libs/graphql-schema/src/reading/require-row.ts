import { ContentError, type Row } from '@content-service/domain'

/** A record that an operation has just written or found. Another request may have removed it since. */
export const requireRow = async (read: Promise<Row | null>): Promise<Row> => {
  const row = await read
  if (row === null) throw new ContentError('NOT_FOUND', 'Another request has deleted this record. ')
  return row
}
