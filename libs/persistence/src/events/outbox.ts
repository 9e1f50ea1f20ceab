import type { Happening } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'

const ROW = '(?, ?, ?, ?, ?, ?)'

/**
 * Puts what has happened into the outbox, with one statement. Their positions are taken while the rows that were
 * written are locked, so that those of one record are in the order in which its writes are committed.
 */
export const tell = async (em: SqlEntityManager, at: Date, happened: readonly Happening[]): Promise<void> => {
  if (happened.length === 0) return
  await em.execute(
    `insert into events (id, type, resource, resource_id, at, data) values ${happened.map(() => ROW).join(', ')}`,
    happened.flatMap(({ type, resource, resourceId, data }) => [
      uuidv7(),
      type,
      resource,
      resourceId,
      at,
      JSON.stringify(data),
    ]),
    'run',
  )
}
