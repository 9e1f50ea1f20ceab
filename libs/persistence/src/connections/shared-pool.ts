import type { PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import type { PipelinePool } from './pg-client.ts'
import { releaseOnEnd } from './postgres-pool.ts'
import { hookClient, type StatementHook } from './statement-hook.ts'

/** A pool of `pg`, without the types of `pg`, which an application need not install. */
export type SharedPool = Pick<PostgresPool, 'connect' | 'options'>

/** A connection that breaks during its use also emits an error, which would end a process without a listener. */
const ignoreErrors = (client: PoolClient): unknown => client.on('error', () => undefined)

/**
 * The pool of an application, as the database uses it. The pool decides the limits, the schema and the number of
 * connections, and stays open when the database is closed.
 */
export const sharePool = (pool: SharedPool, onStatement?: StatementHook): PostgresPool & PipelinePool => {
  const known = new WeakSet<PoolClient>()
  const prepare = (client: PoolClient): void => {
    known.add(client)
    ignoreErrors(client)
    if (onStatement) hookClient(client, onStatement)
  }
  return {
    options: pool.options,
    connect: async () => {
      // The pool of `pg` has connections of `pg`.
      const client = (await pool.connect()) as PoolClient
      if (!known.has(client)) prepare(client)
      // Kysely releases a connection only after a COMMIT or ROLLBACK that succeeds.
      releaseOnEnd(client)
      return client
    },
    // The application ends its own pool.
    end: async () => undefined,
  }
}
