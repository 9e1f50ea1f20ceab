import { hookPool, type StatementHook } from './statement-hook.ts'

/** How many connections a process has, and how long it waits for PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  readonly connections: number
  /** A statement that takes longer is ended by the server. */
  readonly statementTimeoutMs: number
  /** The same for one that waits for what another transaction has locked. */
  readonly lockTimeoutMs: number
  /** Until a connection is free, or a new one is there. */
  readonly connectionTimeoutMs: number
}

export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = {
  connections: 10,
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 3_000,
  connectionTimeoutMs: 5_000,
}

/**
 * No transaction of ours waits so long for its process; one that does belongs to a process that is stuck, and holds
 * locks.
 */
const IDLE_IN_TRANSACTION_MS = 60_000
/** The server ends a statement in time: a connection that is silent for that much longer leads nowhere. */
const SILENCE_MS = 1_000

interface PgStream {
  setTimeout(milliseconds: number, then: () => void): unknown
  destroy(reason: Error): unknown
}

/** The parts of a `pg` client and pool that this needs. */
interface PgClient {
  readonly connection: { readonly stream: PgStream }
  release(error?: Error | boolean): void
  once(event: 'end', listener: () => void): unknown
  off(event: 'end', listener: () => void): unknown
  query(statement: string | { readonly text: string }, ...rest: unknown[]): unknown
}
interface PgPool {
  readonly options: { readonly types: { setTypeParser(oid: number, parse: (text: string) => unknown): void } }
  /** As Kysely calls it: without a callback. */
  connect(): Promise<PgClient>
  on(event: 'connect', listener: (client: PgClient) => void): unknown
}

/** Without it a server that is frozen, or behind a network that drops everything, is waited for until TCP gives up. */
const endWhenSilent = (pool: PgPool, milliseconds: number): void => {
  pool.on('connect', ({ connection: { stream } }) => {
    stream.setTimeout(milliseconds, () => stream.destroy(new Error('PostgreSQL does not answer.')))
  })
}

/** Releases a connection once: by its user, or when it breaks. */
export const releaseOnEnd = (client: Pick<PgClient, 'release' | 'once' | 'off'>): void => {
  const release = client.release.bind(client)
  let isReleased = false
  const releaseOnce = (error?: Error | boolean): void => {
    if (isReleased) return
    isReleased = true
    client.off('end', onEnd)
    release(error)
  }
  const onEnd = (): void => releaseOnce(true)
  client.once('end', onEnd)
  client.release = releaseOnce
}

/**
 * Kysely gives a connection back after a COMMIT or ROLLBACK that went well, and only then: one that broke within a
 * transaction would count as busy for ever, and ten of them would be the end of the pool.
 */
const releaseBroken = (pool: PgPool): void => {
  const connect = pool.connect.bind(pool)
  pool.connect = async () => {
    const client = await connect()
    releaseOnEnd(client)
    return client
  }
}

const TIMESTAMPTZ = 1184

/** MikroORM leaves times as text. The embedded database reads them as dates. */
const readTimesAsDates = ({ options: { types } }: PgPool): void =>
  types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text))

/** The options of a pool; without `limits`, the pool has no limits. */
export const poolOptions = (
  limits: DatabaseLimits | undefined,
  { onStatement, schema }: { readonly onStatement?: StatementHook; readonly schema?: string | undefined },
) => ({
  keepAlive: true,
  ...(schema !== undefined && { options: `-c search_path=${schema},public` }),
  ...(limits && {
    max: limits.connections,
    connectionTimeoutMillis: limits.connectionTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }),
  onPoolCreated: (pool: PgPool): void => {
    readTimesAsDates(pool)
    releaseBroken(pool)
    if (limits) endWhenSilent(pool, limits.statementTimeoutMs + SILENCE_MS)
    if (onStatement) hookPool(pool, onStatement)
  },
})
