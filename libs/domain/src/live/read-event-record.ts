import { may } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { readRecord } from '../records/record-reading.ts'
import type { RecordType } from '../model/record-type.ts'
import { followsLinks } from '../visibility/shown-records.ts'
import type { Row, Selection } from '../reading/reading.ts'

/**
 * The current record of an event. A caller who could not read the record at the time of the event does not receive the
 * event, even if the caller may read the record now; a right that follows links is asked now alone (C14.3).
 * @throws NOT_FOUND
 */
export const readEventRecord = async (
  context: Context,
  type: RecordType,
  event: DomainEvent,
  select: Selection,
): Promise<Row> => {
  const mayThen = followsLinks(context, type.plural) || may(context, type.permissions.read, event.data)
  const row = mayThen ? await readRecord(context, type, type.parseId(event.resourceId), select) : null
  if (row === null) throw notFound(type.word)
  return row
}
