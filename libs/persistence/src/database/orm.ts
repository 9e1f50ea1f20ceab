import { setTimeout as wait } from 'node:timers/promises'
import { builtInModel, type ContentModel } from '@content-service/domain'
import { askForService } from '@content-service/domain/internal/reading'
import type { FeedListener } from '@content-service/domain/internal/live'
import type { PGlite } from '@electric-sql/pglite'
import type { EmbeddedDatabase } from '../embedded/embedded-database.ts'
import { MikroORM as PostgresORM } from '@mikro-orm/postgresql'
import { Migrator, type Migration } from '@mikro-orm/migrations'
import type { Constructor } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { PostgresDialect, sql } from 'kysely'
import { ApiKeyEntity } from '../api-keys/api-key.entity.ts'
import { parseAddress } from '../connections/address.ts'
import { nameConnection, nameDirect } from '../connections/connection-failure.ts'
import { findPrepared, findParts } from '../session/database-parts.ts'
import { listenOnPostgres } from '../connections/listening.ts'
import { NOTICE, WriteNotices, type CommittedWrite } from '../recording/write-notices.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import { createEntity } from '../records/record-entity.ts'
import { SecondFactorEntity } from '../second-factor/second-factor.entity.ts'
import { execute, findRow } from '../statements/sql.ts'
import { sharePool, type SharedPool } from '../connections/shared-pool.ts'
import type { PipelinePool } from '../connections/pg-client.ts'
import { ConnectionStatements } from '../prepared/named-statements.ts'
import { Pipeline } from '../prepared/pipeline.ts'
import {
  DEFAULT_DATABASE_LIMITS,
  listChangedSettings,
  poolOptions,
  type DatabaseLimits,
} from '../connections/postgres-pool.ts'
import { ConnectionSettings } from '../connections/session-settings.ts'
import { Connections, type ConnectionsOptions } from '../places/connections.ts'
import { runSlowly } from '../places/held-place.ts'
import { Places } from '../places/places.ts'
import { WorkClock } from '../places/work-clock.ts'
import { nameStatement } from '../statements/prepared-statement.ts'
import { hookPglite, type StatementHook } from '../connections/statement-hook.ts'
import { runInTransaction } from '../statements/transactions.ts'
import { WebhookEntity } from '../webhooks/webhook.entity.ts'
import { askBeforeWrites, type BeforeWrite } from './before-write.ts'
import { createLog, type FailedStatement } from './failed-statement.ts'
import { runMigrations } from './run-migrations.ts'
import { hasWaitingIndexes, makeIndexes } from './make-indexes.ts'
import { keepWalShort } from '../embedded/short-wal.ts'

/** The address of a PostgreSQL, or an embedded database that the caller has opened (see `openEmbedded`). */
export type DatabaseTarget =
  | {
      readonly url: string
      /** Absent for long work, such as migrations and imports. */
      readonly limits?: DatabaseLimits
    }
  | { readonly embedded: EmbeddedDatabase; readonly beforeWrite?: BeforeWrite }

/** A migration of a team: a class that extends `Migration`, with a unique `name`. */
export type TeamMigration = Constructor<Migration>

export interface DatabaseHooks {
  /** The content of the service; the built-in model by default. */
  readonly model?: ContentModel
  /** Migrations that run after the migrations of the service, in the order of the list. */
  readonly migrations?: readonly TeamMigration[]
  /** The schema of the tables in PostgreSQL, which the first migration creates; `public` by default. */
  readonly schema?: string | undefined
  /**
   * The address of the same PostgreSQL without a pooler in transaction mode, which has no sessions to listen or to migrate
   * in. With this address, the settings of sessions are left to the pooler.
   */
  readonly directUrl?: string | undefined
  /** The connections of an application, which `close` leaves open; by default the database has its own pool. */
  readonly pool?: SharedPool | undefined
  /** Whether each connection keeps the statements of prepared queries; true by default. */
  readonly namedStatements?: boolean | undefined
  /** C15.4: the estimated memory of the prepared statements of each connection, in bytes; 8 MiB by default. */
  readonly statementCacheBytes?: number | undefined
  /** For tests that count statements, and for traces. Notices of writes are part of no request, and are left out. */
  readonly onStatement?: StatementHook
}

/** An open database. Give each request a separate `session()`. */
export interface Database {
  /** Runs the pending migrations; several processes may start at the same time. Returns the names of the migrations. */
  migrate(): Promise<readonly string[]>
  /** C17.10: whether a process has left indexes of migrations that have run. */
  hasWaitingIndexes(): Promise<boolean>
  /** Makes these indexes, unless another process makes them now. */
  finishIndexes(): Promise<void>
  /** Whether all migrations have run. It changes nothing. */
  isMigrated(): Promise<boolean>
  /** Whether migrations have run that this version does not have, so that a later version has changed the tables. */
  isOfLaterVersion(): Promise<boolean>
  session(): SqlEntityManager
  /** C15.16: runs reads that take long, such as searches, in a place of the slow class. @throws RateLimited. */
  runSlowly<Result>(work: () => Promise<Result>): Promise<Result>
  /** The reads and other work that wait for a connection. */
  countWaiting(): number
  /** Calls the function after writes of this process through stores, at most every 50 ms. */
  readonly afterWrites: (listener: () => void) => void
  /** Calls the function after each commit of this process through stores, before the writer hears of the commit. */
  readonly afterCommits: (watcher: (written: CommittedWrite) => void) => void
  /** Calls `wake` at each NOTIFY on the channel, and after an interruption in which it may have missed a NOTIFY. */
  listen(channel: string, wake: () => void): Promise<FeedListener>
  /** The SQL that would adapt the tables to the entities; empty if they agree. */
  disagreements(): Promise<string>
  close(): Promise<void>
}

/** The longest time of a timer. */
const LONGEST_MS = 2_147_483_647

/** Each process that migrates a database takes this lock. The number must differ from the locks of other programs. */
const MIGRATION_LOCK = 7_310_552_019

const listEntities = (model: ContentModel) => [...BUILT_IN_ENTITIES, ...model.types.map(createEntity)]

const BUILT_IN_ENTITIES = [ApiKeyEntity, WebhookEntity, SecondFactorEntity]

const OPTIONS = {
  extensions: [Migrator],
  migrations: {
    tableName: 'migrations',
    snapshot: false,
  },
  forceUtcTimezone: true,
  loggerFactory: createLog,
}

const createOptions = ({ model = builtInModel, migrations = [], schema }: DatabaseHooks) => ({
  ...OPTIONS,
  entities: listEntities(model),
  migrations: {
    ...OPTIONS.migrations,
    migrationsList: [...MIGRATIONS, ...migrations],
    ...(schema !== undefined && { tableName: `${schema}.migrations` }),
  },
})

/** The limits of long work, such as an import, which waits only for the connections of its own process. */
const UNLIMITED: DatabaseLimits = {
  ...DEFAULT_DATABASE_LIMITS,
  // PostgreSQL takes 0 for no limit.
  statementTimeoutMs: 0,
  readTimeoutMs: 0,
  connectionTimeoutMs: LONGEST_MS,
  transactionTimeoutMs: LONGEST_MS,
}

/** The connections of a pool of an application, or of that of the database. `pg` has 10, too, if nothing is set. */
const countConnections = (limits: DatabaseLimits | undefined, pool: SharedPool | undefined): number => {
  const given = (pool?.options as { readonly max?: number } | undefined)?.max
  return given ?? limits?.connections ?? DEFAULT_DATABASE_LIMITS.connections
}

/**
 * A caller of `pool.connect` first waits for a place. Kysely forgets its pool before it ends it: a connection that opened later
 * would stay with it for ever, and the pool would wait for this connection.
 */
const guardPool = (pool: PipelinePool, options: ConnectionsOptions): Connections => {
  const connections = new Connections(pool, options)
  const end = pool.end.bind(pool)
  pool.connect = () => connections.lend()
  pool.end = () => {
    connections.close()
    return end()
  }
  return connections
}

const createConnectionsOptions = (
  limits: DatabaseLimits,
  places: Places,
  keepsSettings: boolean,
): ConnectionsOptions => {
  const {
    statementTimeoutMs: statementMs,
    readTimeoutMs: readMs,
    transactionTimeoutMs: transactionMs,
  } = limits
  const settings = keepsSettings ? new ConnectionSettings(listChangedSettings(limits)) : null
  return { places, clock: new WorkClock(), settings, statementMs, readMs, transactionMs }
}

const openPostgres = async (
  url: string,
  { limits, hooks, places }: { limits: DatabaseLimits | undefined; hooks: DatabaseHooks; places: Places },
) => {
  const keepsSettings = hooks.directUrl === undefined && hooks.pool === undefined
  const options = createConnectionsOptions(limits ?? UNLIMITED, places, keepsSettings)
  const shared = hooks.pool && sharePool(hooks.pool, hooks.onStatement)
  let connections = shared && guardPool(shared, options)
  const onPool = (pool: PipelinePool): void => void (connections = guardPool(pool, options))
  const address = parseAddress(url)
  const orm = await PostgresORM.init({
    ...createOptions(hooks),
    dbName: address.database,
    driverOptions: shared
      ? new PostgresDialect({ pool: shared })
      : poolOptions(address, limits, { ...hooks, onPool }),
  })
  findParts(orm.em).pipeline = new Pipeline({
    places,
    statements: hooks.namedStatements === false ? null : new ConnectionStatements(hooks.statementCacheBytes),
    keepsSettings,
    connect: async () => {
      await orm.em.getConnection().ensureConnection()
      // MikroORM creates the pool with the connection.
      return connections as Connections
    },
  })
  return orm
}

/** Calls `after` even if `before` refuses the write: a shorter log frees space on a full disk. */
const runAfter =
  (before: BeforeWrite, after: () => void): BeforeWrite =>
  () => {
    after()
    before()
  }

const openPglite = async (pglite: EmbeddedDatabase, beforeWrite: BeforeWrite, hooks: DatabaseHooks) => {
  if (hooks.onStatement) hookPglite(pglite, hooks.onStatement)
  // A service with PostgreSQL never loads the embedded database.
  const { MikroORM: PgliteORM } = await import('@mikro-orm/pglite')
  const orm = await PgliteORM.init({
    ...createOptions(hooks),
    dbName: 'content',
    // MikroORM copies objects. It and Kysely call the methods of PGlite that the database has.
    driverOptions: { pglite: () => pglite as object as PGlite },
  })
  askBeforeWrites(
    orm.em,
    pglite,
    pglite.dataDir === undefined ? beforeWrite : runAfter(beforeWrite, keepWalShort(pglite)),
  )
  return orm
}

type Orm = Awaited<ReturnType<typeof openPostgres>> | Awaited<ReturnType<typeof openPglite>>

const LOCK_POLL_MS = 100

/**
 * An index that is made beside writes waits for the snapshots of all transactions. A statement with parameters keeps its snapshot in
 * the transaction until the next one, and a statement that waits for a lock has one, too.
 */
const tryLock = async (em: SqlEntityManager): Promise<boolean> => {
  const row = await findRow(
    em,
    sql<{ isTaken: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}) as "isTaken"`,
  )
  return row?.isTaken === true
}

/**
 * Runs the work of one process at a time. The embedded database has a single process and connection, so it never waits.
 */
const runAlone = async <Result>(
  orm: Orm,
  isEmbedded: boolean,
  work: () => Promise<Result>,
): Promise<Result> =>
  isEmbedded
    ? work()
    : runInTransaction(orm.em.fork(), async (em) => {
        while (!(await tryLock(em))) await wait(LOCK_POLL_MS)
        return work()
      })

/** Runs the work, unless another process migrates now. */
const runIfAlone = (orm: Orm, work: () => Promise<void>): Promise<void> =>
  runInTransaction(orm.em.fork(), async (em) => {
    if (await tryLock(em)) await work()
  })

/** The extensions stay in `public`, where other schemas can use them. */
const EXTENSIONS = ['unaccent', 'pg_trgm', 'fuzzystrmatch']

const createSchema = async (em: SqlEntityManager, schema: string): Promise<void> => {
  await execute(em, sql`create schema if not exists ${sql.id(schema)}`)
  for (const name of EXTENSIONS)
    await execute(em, sql`create extension if not exists ${sql.id(name)} schema public`)
}

/**
 * MikroORM creates its table before it looks for pending migrations, but a database that is only read must not change.
 */
const isMigrated = async (orm: Orm, schema: string | undefined): Promise<boolean> => {
  const place = schema === undefined ? sql`current_schema()` : sql`${schema}`
  const table = sql`select from pg_tables where schemaname = ${place} and tablename = ${OPTIONS.migrations.tableName}`
  if ((await findRow(orm.em.fork(), table)) === null) return false
  return (await orm.migrator.getPending()).length === 0
}

const isOfLaterVersion = async ({ migrator }: Orm, own: number): Promise<boolean> => {
  const [executed, pending] = [await migrator.getExecuted(), await migrator.getPending()]
  return executed.length > own - pending.length
}

const listen = async (
  target: DatabaseTarget,
  directUrl: string | undefined,
  ...[channel, wake]: Parameters<Database['listen']>
): Promise<FeedListener> =>
  'embedded' in target
    ? { close: await target.embedded.listen(channel, wake) }
    : nameConnection(nameDirect(directUrl), () => listenOnPostgres(directUrl ?? target.url, channel, wake))

const leaveOutNotices =
  (tell: StatementHook): StatementHook =>
  (text) =>
    text === NOTICE ? undefined : tell(text)

const createNotices = ({ em }: Orm): WriteNotices => {
  const statement = nameStatement(NOTICE)
  const notices = new WriteNotices(() => askForService(() => findPrepared(em.fork(), statement, [])))
  findParts(em).notices = notices
  return notices
}

export const openDatabase = async (
  target: DatabaseTarget,
  { onStatement, ...given }: DatabaseHooks = {},
): Promise<Database> => {
  const hooks = { ...given, ...(onStatement && { onStatement: leaveOutNotices(onStatement) }) }
  const isEmbedded = 'embedded' in target
  const limits = isEmbedded ? DEFAULT_DATABASE_LIMITS : target.limits
  const { connectionTimeoutMs: waitMs, mostWaiting } = limits ?? UNLIMITED
  const places = new Places({ connections: countConnections(limits, hooks.pool), waitMs, mostWaiting })
  const orm: Orm = isEmbedded
    ? await openPglite(target.embedded, target.beforeWrite ?? (() => undefined), hooks)
    : await openPostgres(target.url, { limits: target.limits, hooks, places })
  if (hooks.model) findParts(orm.em).model = hooks.model
  const notices = createNotices(orm)
  return {
    migrate: () =>
      runAlone(orm, isEmbedded, async () => {
        if (hooks.schema !== undefined) await createSchema(orm.em.fork(), hooks.schema)
        const names = await runMigrations(orm.migrator, orm.config.getLogger() as FailedStatement)
        await makeIndexes(orm.em.fork(), isEmbedded)
        return names
      }),
    hasWaitingIndexes: () => hasWaitingIndexes(orm.em.fork()),
    finishIndexes: () => runIfAlone(orm, () => makeIndexes(orm.em.fork(), isEmbedded)),
    isMigrated: () => isMigrated(orm, hooks.schema),
    isOfLaterVersion: () => isOfLaterVersion(orm, MIGRATIONS.length + (hooks.migrations?.length ?? 0)),
    session: () => orm.em.fork(),
    runSlowly: (work) => runSlowly(places, work),
    countWaiting: () => places.waiting + (findParts(orm.em).pipeline?.waiting ?? 0),
    afterWrites: (listener) => notices.afterWrites(listener),
    afterCommits: (watcher) => notices.afterCommits(watcher),
    listen: (channel, wake) => listen(target, hooks.directUrl, channel, wake),
    disagreements: () => orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true }),
    close: () => notices.close().then(() => orm.close()),
  }
}
