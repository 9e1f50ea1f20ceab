import type { Database } from '@content-service/persistence'

/** The numbers of connections to the database. */
export interface PoolCounts {
  readonly idle: number
  readonly busy: number
  /** The number of requests that wait for a connection. */
  readonly waiting: number
}

/** The counts of a `pg` pool. */
interface PgPool {
  readonly totalCount: number
  readonly idleCount: number
}

const isPool = (client: object): client is PgPool => 'totalCount' in client

/** The connections of this process; null on the embedded database. */
export const countConnections = async (database: Database): Promise<PoolCounts | null> => {
  const client = await database.session().getConnection().getNativeClient()
  if (typeof client !== 'object' || client === null || !isPool(client)) return null
  const { totalCount, idleCount: idle } = client
  return { idle, busy: totalCount - idle, waiting: database.countWaiting() }
}
