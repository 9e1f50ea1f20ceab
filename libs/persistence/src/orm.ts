import { builtInModel, type ContentModel, type FeedListener } from '@content-service/domain'
import type { PGlite } from '@electric-sql/pglite'
import { MikroORM as PgliteORM } from '@mikro-orm/pglite'
import { MikroORM as PostgresORM } from '@mikro-orm/postgresql'
import { Migrator, type Migration } from '@mikro-orm/migrations'
import type { Constructor } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { ApiKeyEntity } from './api-keys/api-key.entity.ts'
import { askBeforeWrites, type BeforeWrite } from './before-write.ts'
import { bindValues } from './bound-values.ts'
import { RevisionEntity } from './articles/revision.entity.ts'
import { listenOnPostgres } from './events/listening.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { getEntity } from './records/record-entity.ts'
import { SecondFactorEntity } from './second-factor/second-factor.entity.ts'
import { execute, findRow } from './sql.ts'
import { createSharedDialect, type SharedPool } from './shared-pool.ts'
import { keepWalShort } from './short-wal.ts'
import { poolOptions, type DatabaseLimits } from './postgres-pool.ts'
import { hookPglite, type StatementHook } from './statement-hook.ts'
import { WebhookEntity } from './webhooks/webhook.entity.ts'

/** A PostgreSQL by its address, or an embedded one that the caller has opened (see `openEmbedded`). */
export type DatabaseTarget =
  | {
      readonly url: string
      /** None for what may take its time, such as migrations and imports. */
      readonly limits?: DatabaseLimits
    }
  | { readonly embedded: PGlite; readonly beforeWrite?: BeforeWrite }

/** A migration of a team: a class that extends `Migration`, with a `name` that no other migration has. */
export type TeamMigration = Constructor<Migration>

export interface DatabaseHooks {
  /** The content of the service: its own without it. */
  readonly model?: ContentModel
  /** Migrations that run after those of the service, in the order of the list. */
  readonly migrations?: readonly TeamMigration[]
  /** The schema of the tables in PostgreSQL, which the first migration creates; `public` without it. */
  readonly schema?: string | undefined
  /** The connections of an application, which `close` leaves open; a pool of the database itself without it. */
  readonly pool?: SharedPool | undefined
  /** For tests that count statements, and for traces. */
  readonly onStatement?: StatementHook
}

/** A database that is open. Hand each request its own `session()`. */
export interface Database {
  /** Brings the schema up to date; several processes may start at once. Returns the names of what it ran. */
  migrate(): Promise<readonly string[]>
  /** Whether all migrations have run. Changes nothing. */
  isMigrated(): Promise<boolean>
  session(): SqlEntityManager
  /** Calls `wake` at each NOTIFY on the channel, and whenever some may have been missed. */
  listen(channel: string, wake: () => void): Promise<FeedListener>
  /** SQL that would make the tables agree with the entities; empty when they do. */
  disagreements(): Promise<string>
  close(): Promise<void>
}

/** Any two processes that migrate one database take this lock; the number only has to be ours. */
const MIGRATION_LOCK = 7_310_552_019

const listEntities = (model: ContentModel) => [...BUILT_IN_ENTITIES, ...model.types.map(getEntity)]

const BUILT_IN_ENTITIES = [RevisionEntity, ApiKeyEntity, WebhookEntity, SecondFactorEntity]

const OPTIONS = {
  extensions: [Migrator],
  migrations: {
    tableName: 'migrations',
    snapshot: false,
  },
  forceUtcTimezone: true,
  logger: () => undefined,
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

const openPostgres = (url: string, limits: DatabaseLimits | undefined, hooks: DatabaseHooks) =>
  PostgresORM.init({
    ...createOptions(hooks),
    clientUrl: url,
    driverOptions: hooks.pool
      ? createSharedDialect(hooks.pool, hooks.onStatement)
      : poolOptions(limits, hooks),
  })

/** Calls `after` whether `before` refuses the write or not: a shorter log is what a full disk needs. */
const runAfter =
  (before: BeforeWrite, after: () => void): BeforeWrite =>
  () => {
    after()
    before()
  }

const openPglite = async (pglite: PGlite, beforeWrite: BeforeWrite, hooks: DatabaseHooks) => {
  if (hooks.onStatement) hookPglite(pglite, hooks.onStatement)
  const orm = await PgliteORM.init({
    ...createOptions(hooks),
    dbName: 'content',
    driverOptions: { pglite },
  })
  askBeforeWrites(
    orm.em,
    pglite,
    pglite.dataDir === undefined ? beforeWrite : runAfter(beforeWrite, keepWalShort(pglite)),
  )
  return orm
}

type Orm = Awaited<ReturnType<typeof openPostgres>> | Awaited<ReturnType<typeof openPglite>>

/** One at a time among all processes. The embedded database has one connection and one process: nothing to wait for. */
const runAlone = async <Result>(
  orm: Orm,
  isEmbedded: boolean,
  work: () => Promise<Result>,
): Promise<Result> =>
  isEmbedded
    ? work()
    : orm.em.fork().transactional(async (em) => {
        await findRow(em, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        return work()
      })

/** The extensions stay in `public`, where other schemas can use them. */
const EXTENSIONS = ['unaccent', 'pg_trgm', 'fuzzystrmatch']

const createSchema = async (em: SqlEntityManager, schema: string): Promise<void> => {
  await execute(em, sql`create schema if not exists ${sql.id(schema)}`)
  for (const name of EXTENSIONS)
    await execute(em, sql`create extension if not exists ${sql.id(name)} schema public`)
}

/** MikroORM creates its table before it looks for pending migrations, and a database that is only read stays empty. */
const isMigrated = async (orm: Orm, schema: string | undefined): Promise<boolean> => {
  const place = schema === undefined ? sql`current_schema()` : sql`${schema}`
  const table = sql`select from pg_tables where schemaname = ${place} and tablename = ${OPTIONS.migrations.tableName}`
  if ((await findRow(orm.em.fork(), table)) === null) return false
  return (await orm.migrator.getPending()).length === 0
}

const listen = async (target: DatabaseTarget, channel: string, wake: () => void): Promise<FeedListener> =>
  'embedded' in target
    ? { close: await target.embedded.listen(channel, wake) }
    : listenOnPostgres(target.url, channel, wake)

export const openDatabase = async (target: DatabaseTarget, hooks: DatabaseHooks = {}): Promise<Database> => {
  const isEmbedded = 'embedded' in target
  const orm: Orm = isEmbedded
    ? await openPglite(target.embedded, target.beforeWrite ?? (() => undefined), hooks)
    : await openPostgres(target.url, target.limits, hooks)
  bindValues(orm.em)
  return {
    migrate: () =>
      runAlone(orm, isEmbedded, async () => {
        if (hooks.schema !== undefined) await createSchema(orm.em.fork(), hooks.schema)
        return (await orm.migrator.up()).map(({ name }) => name)
      }),
    isMigrated: () => isMigrated(orm, hooks.schema),
    session: () => orm.em.fork(),
    listen: (channel, wake) => listen(target, channel, wake),
    disagreements: () => orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true }),
    close: () => orm.close(),
  }
}
