import { OperatorError } from '@content-service/domain/internal/rules'
import {
  holdsDatabase,
  listIgnoredParameters,
  nameConnection,
  openDatabase,
  openEmbedded,
  openMigrated,
  type Database,
  type DatabaseHooks,
  type MigratedOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import { hasDatabase, openDataDirectory } from './data-directory.ts'
import { checkSpaceToOpen, watchSpace } from './disk-space.ts'

export interface OpenDatabase {
  readonly database: Database
  /** Whether the disk of an embedded database is full, so that it refuses writes. */
  isFull(): boolean
  close(): Promise<void>
}

type DatabaseSettings = Pick<
  Settings,
  | 'databaseUrl'
  | 'databaseDirectUrl'
  | 'databaseNamedStatements'
  | 'databaseStatementCacheBytes'
  | 'databaseSchema'
  | 'dataDir'
  | 'diskReserveMb'
>

/** The error for a database with pending migrations. */
class NotMigrated extends OperatorError {
  override readonly name = 'NotMigrated'

  constructor() {
    super('Some migrations have not run on the database yet. Run npx content-service migrate first.')
  }
}

interface OpenOptions extends MigratedOptions {
  /** Receives a message when the disk of an embedded database is full. */
  readonly log?: Logger
}

/** C10.4: on a full disk, the service can only read the database. @throws OperatorError if migrations are pending. */
const checkMigrated = async (database: Database): Promise<void> => {
  if (await database.isMigrated()) return
  throw new OperatorError(
    'The disk is full, and this version has to migrate the database first. Free some space and start again.',
  )
}

const openEmbeddedDatabase = async (
  { dataDir, diskReserveMb: reserveMb }: DatabaseSettings,
  { log, ...hooks }: OpenOptions,
): Promise<OpenDatabase> => {
  const directory = openDataDirectory(dataDir)
  const reserve = { directory: dataDir, reserveMb }
  checkSpaceToOpen(reserve, holdsDatabase(directory.database))
  const { isFull, checkWrite } = watchSpace(reserve, log)
  const embedded = await openEmbedded(directory.database)
  const database = await openDatabase({ embedded, beforeWrite: checkWrite }, hooks)
  const close = async (): Promise<void> => {
    await database.close()
    await embedded.close()
    directory.release()
  }
  return { database, isFull, close }
}

/** Closes the database if the work fails: an open embedded database keeps its process alive. */
const closeOnFailure = async (
  opened: OpenDatabase,
  work: (opened: OpenDatabase) => Promise<unknown>,
): Promise<OpenDatabase> => {
  try {
    await work(opened)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

const openMigratedEmbedded = async (
  settings: DatabaseSettings,
  options: OpenOptions,
): Promise<OpenDatabase> => {
  const opened = await openEmbeddedDatabase(settings, options)
  return closeOnFailure(opened, ({ database, isFull }) =>
    isFull() ? checkMigrated(database) : database.migrate(),
  )
}

/** C15.5: parameters of other programs, whose meaning other settings have. */
export const logIgnoredParameters = (url: string, log: Logger | undefined): void => {
  const ignored = listIgnoredParameters(url)
  if (ignored.length > 0)
    log?.warn(
      `DATABASE_URL: ${ignored.join(', ')} has no effect. See DATABASE_CONNECTIONS and docs/poolers.md.`,
    )
}

const openPostgres = async (url: string, { log, ...options }: OpenOptions): Promise<OpenDatabase> => {
  logIgnoredParameters(url, log)
  const database = await openMigrated(url, options)
  return { database, isFull: () => false, close: () => database.close() }
}

/** Opens and migrates the database of the settings (C10.1). */
export const openConfiguredDatabase = (
  settings: DatabaseSettings,
  options: OpenOptions = {},
): Promise<OpenDatabase> =>
  settings.databaseUrl === undefined
    ? openMigratedEmbedded(settings, options)
    : openPostgres(settings.databaseUrl, {
        ...options,
        schema: settings.databaseSchema,
        directUrl: settings.databaseDirectUrl,
        namedStatements: settings.databaseNamedStatements,
        statementCacheBytes: settings.databaseStatementCacheBytes,
      })

const openUnmigrated = async (settings: DatabaseSettings, hooks: DatabaseHooks): Promise<OpenDatabase> => {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseSchema: schema, dataDir } = settings
  if (url === undefined && !hasDatabase(dataDir)) throw new NotMigrated()
  if (url === undefined) return openEmbeddedDatabase(settings, hooks)
  const database = await openDatabase({ url }, { ...hooks, schema, directUrl })
  return { database, isFull: () => false, close: () => database.close() }
}

/** Opens the database of the settings for a command that only reads. @throws NotMigrated if migrations are pending. */
export const openUnchangedDatabase = async (
  settings: DatabaseSettings,
  hooks: DatabaseHooks,
): Promise<OpenDatabase> => {
  const opened = await openUnmigrated(settings, hooks)
  return closeOnFailure(opened, async ({ database }) => {
    if (!(await nameConnection('DATABASE_URL', () => database.isMigrated()))) throw new NotMigrated()
  })
}
