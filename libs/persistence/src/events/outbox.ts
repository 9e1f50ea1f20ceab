import type { NewDomainEvent } from '@content-service/domain/events'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { execute, insertInto } from '../sql.ts'

/** The row of an event. Its data are JSON. */
export const toEventRow = (at: Date, event: NewDomainEvent) => ({ id: uuidv7(), at, ...event })

/**
 * Appends the events to the outbox with one statement. It takes their positions while the written rows are locked, so
 * that the positions of the events of one record follow the order of its commits.
 */
export const appendEvents = async (
  em: SqlEntityManager,
  at: Date,
  events: readonly NewDomainEvent[],
): Promise<void> => {
  const rows = events.map((event) => ({ ...toEventRow(at, event), data: JSON.stringify(event.data) }))
  if (rows.length > 0) await execute(em, insertInto('events', ...rows))
}
