import type { PostgresAddress } from './address.ts'
import { requireChannelBinding } from './channel-binding.ts'
import { createClientConfig, createSessionSettings, limitConnecting } from './client-config.ts'
import { pinSearchPath } from './search-path.ts'
import { checkTargetSession } from './target-session.ts'
import { listTls, rememberTls, type Tls } from './tls.ts'
import type { PipelinePool } from './pg-client.ts'
import type { SessionSettings } from './session-settings.ts'
import { TIMESTAMPTZ } from './type-parsers.ts'
import { hookPool, type StatementHook } from './statement-hook.ts'

/** The connections of a process, and the time that it waits for PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  readonly connections: number
  /** The server ends a statement that takes longer. */
  readonly statementTimeoutMs: number
  /** The server ends a statement that waits longer for a lock of another transaction. */
  readonly lockTimeoutMs: number
  /** The longest wait for a free connection or for a new connection. */
  readonly connectionTimeoutMs: number
  /** A read of records that takes longer waits for a slow place (C15.16). */
  readonly readTimeoutMs: number
  /** The longest transaction of a request. */
  readonly transactionTimeoutMs: number
  /** The searches and slow reads that wait. */
  readonly mostWaiting: number
}

export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = {
  connections: 10,
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 1_500,
  connectionTimeoutMs: 5_000,
  readTimeoutMs: 500,
  transactionTimeoutMs: 5_000,
  mostWaiting: 400,
}

/**
 * A transaction of the service never waits this long for its process. A transaction that does belongs to a blocked
 * process, and its locks delay others.
 */
const IDLE_IN_TRANSACTION_MS = 60_000
/** The server ends a slow statement in time: after this further time without an answer, the connection is broken. */
const SILENCE_MS = 1_000

interface PgStream {
  setTimeout(milliseconds: number, then: () => void): unknown
  destroy(reason: Error): unknown
  cork(): void
  uncork(): void
}

/** The parts of a `pg` client and pool that this file uses. */
interface PgClient {
  readonly connection: { readonly stream: PgStream }
  getTypeParser(type: number, format?: string): (text: string) => unknown
  release(error?: Error | boolean): void
  once(event: 'end', listener: () => void): unknown
  off(event: 'end', listener: () => void): unknown
  query(
    statement: string | { readonly text: string },
    ...rest: unknown[]
  ): Promise<{ readonly rows: readonly object[] }>
}
interface PgPool {
  readonly options: {
    readonly types: { setTypeParser(oid: number, parse: (text: string) => unknown): void }
    /** Each new client reads the present value. */
    ssl?: Tls
  }
  /** The class of new clients. */
  Client: Parameters<typeof requireChannelBinding>[0]
  /** Kysely calls it without a callback. */
  connect(): Promise<PgClient>
  end(): Promise<void>
  on(event: 'connect', listener: (client: PgClient) => void): unknown
}

/** Ends a silent connection. Otherwise the service would wait for a frozen or unreachable server until TCP gives up. */
const endWhenSilent = (pool: PgPool, milliseconds: number): void => {
  pool.on('connect', ({ connection: { stream } }) => {
    stream.setTimeout(milliseconds, () => stream.destroy(new Error('PostgreSQL does not answer.')))
  })
}

/** Releases a connection once: after its use, or when it breaks. */
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
 * Kysely releases a connection only after a successful COMMIT or ROLLBACK: a connection that broke within a transaction
 * would count as used for ever, and ten of them would use up the pool.
 */
const releaseBroken = (pool: PgPool): void => {
  const connect = pool.connect.bind(pool)
  pool.connect = async () => {
    const client = await connect()
    releaseOnEnd(client)
    return client
  }
}

/** New clients encrypt their connections as the address says. */
const useTls = (pool: PgPool, address: PostgresAddress): void => {
  const connect = pool.connect.bind(pool)
  const connectByTls = rememberTls(listTls(address))
  pool.connect = () =>
    connectByTls((tls) => {
      pool.options.ssl = tls
      return connect()
    })
  if (address.channelBinding === 'require') pool.Client = requireChannelBinding(pool.Client)
}

/** Makes the pool read times as dates, as the embedded database does. MikroORM makes it read them as text. */
const readTimesAsDates = ({ options: { types } }: PgPool): void =>
  types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text))

interface PoolHooks {
  readonly onStatement?: StatementHook
  readonly schema?: string | undefined
  readonly directUrl?: string | undefined
  readonly onPool?: (pool: PipelinePool) => void
}

/** The settings that some kinds of work change. */
export const listChangedSettings = ({ statementTimeoutMs }: DatabaseLimits): SessionSettings => ({
  statement_timeout: String(statementTimeoutMs),
  enable_seqscan: 'on',
  synchronize_seqscans: 'on',
})

/**
 * The settings of a session, which the client sends when it connects. A request may use one processor at a time, and none of
 * its statements runs long enough to pay for its compilation.
 */
const listSettings = (limits: DatabaseLimits | undefined, schema: string | undefined) => ({
  ...createSessionSettings(schema),
  ...(limits && {
    ...listChangedSettings(limits),
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    max_parallel_workers_per_gather: 0,
    jit: 'off',
  }),
})

/**
 * The options of a pool; without `limits`, the pool has no limits. A pooler in transaction mode refuses the settings of
 * sessions.
 */
export const poolOptions = (
  address: PostgresAddress,
  limits: DatabaseLimits | undefined,
  { onStatement, schema, directUrl, onPool }: PoolHooks,
) => {
  const setsUpSessions = directUrl === undefined
  const pin = setsUpSessions && schema === undefined ? pinSearchPath() : null
  const settings = setsUpSessions ? listSettings(limits, schema) : {}
  const { connectionTimeoutMillis, ...config } = createClientConfig(address, settings)
  return {
    ...config,
    // A connection sends a statement before it has the result of the earlier one: see pipeline.ts.
    pipeline: true,
    ...(limits && { max: limits.connections, connectionTimeoutMillis: limits.connectionTimeoutMs }),
    onConnect: async (client: Pick<PgClient, 'query'>): Promise<void> => {
      await checkTargetSession(client, address.targetSession)
      await pin?.(client)
    },
    onPoolCreated: (pool: PgPool): void => {
      readTimesAsDates(pool)
      useTls(pool, address)
      releaseBroken(pool)
      if (limits) endWhenSilent(pool, limits.statementTimeoutMs + SILENCE_MS)
      else if (connectionTimeoutMillis) pool.Client = limitConnecting(pool.Client, connectionTimeoutMillis)
      if (onStatement) hookPool(pool, onStatement)
      onPool?.(pool)
    },
  }
}
