import type { Context } from '../context/context.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { readRecord } from '../records/record-reading.ts'
import { Subscriber } from './subscriber.ts'
import type { Topic } from './topic.ts'

/** The record of a stream is deleted, or its reader may not read the record any more. */
export class RecordEnded extends Error {
  override readonly name = 'RecordEnded'
}

/**
 * The events of one record. The stream of a record that its reader may not read ends at once, in the same way for a record
 * that never was. It reads the record after its subscription, so that it misses no event in between.
 */
export const followRecord = async (
  context: Context,
  type: RecordType,
  text: string,
  topic: Topic,
): Promise<AsyncIterable<DomainEvent>> => {
  const events = await context.subscribe(topic)
  if (!(events instanceof Subscriber)) return events
  try {
    if ((await readRecord(context, type, type.parseId(text), { fields: ['id'] })) === null) events.end()
    return events
  } catch (error) {
    events.unsubscribe()
    throw error
  }
}
