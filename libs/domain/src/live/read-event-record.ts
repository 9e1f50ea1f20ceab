import { may } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { readRecord } from '../records/record-reading.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { followsLinks } from '../visibility/shown-records.ts'
import type { Row, Selection } from '../reading/reading.ts'
import { RecordEnded } from './followed-record.ts'

/** A right that follows links is asked now alone (C14.3). */
const mayReadThen = (context: Context, { plural, permissions }: RecordType, { data }: DomainEvent): boolean =>
  followsLinks(context, plural) || may(context, permissions.read, data)

const readNow = (context: Context, type: RecordType, { resourceId }: DomainEvent, select: Selection) =>
  readRecord(context, type, type.parseId(resourceId), select)

/**
 * The current record of an event. A caller who could not read the record at the time of the event does not receive the
 * event, even if the caller may read the record now.
 * @throws NOT_FOUND
 */
export const readEventRecord = async (
  context: Context,
  type: RecordType,
  event: DomainEvent,
  select: Selection,
): Promise<Row> => {
  const row = mayReadThen(context, type, event) ? await readNow(context, type, event, select) : null
  if (row === null) throw notFound(type.word)
  return row
}

/**
 * `readEventRecord` for the stream of one record, which ends when its reader may not read the record any more.
 * @throws NOT_FOUND, RecordEnded
 */
export const readFollowedRecord = async (
  context: Context,
  type: RecordType,
  event: DomainEvent,
  select: Selection,
): Promise<Row> => {
  const row = await readNow(context, type, event, select)
  if (row === null) throw new RecordEnded()
  if (!mayReadThen(context, type, event)) throw notFound(type.word)
  return row
}
