import { OperatorError } from '@content-service/domain'
import {
  holdsDatabase,
  openDatabase,
  openEmbedded,
  openMigrated,
  type Database,
  type MigratedOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import { openDataDirectory } from './data-directory.ts'
import { checkSpaceToOpen, watchSpace } from './disk-space.ts'

export interface OpenDatabase {
  readonly database: Database
  /** Whether the disk of an embedded database is full, so that it refuses writes. */
  isFull(): boolean
  close(): Promise<void>
}

interface OpenOptions extends MigratedOptions {
  /** Told when the disk of an embedded database is full. */
  readonly log?: Logger
}

/** C10.4: without space, the database is read as it is. @throws OperatorError when it has to be migrated first. */
const checkMigrated = async (database: Database): Promise<void> => {
  if ((await database.pendingMigrations()).length === 0) return
  throw new OperatorError(
    'The disk is full, and this version has to migrate the database first. Free some space and start again.',
  )
}

const openKept = async (
  { dataDir, diskReserveMb: reserveMb }: Pick<Settings, 'dataDir' | 'diskReserveMb'>,
  { log, ...hooks }: OpenOptions,
): Promise<OpenDatabase> => {
  const directory = openDataDirectory(dataDir)
  const reserve = { directory: dataDir, reserveMb }
  checkSpaceToOpen(reserve, holdsDatabase(directory.database))
  const { isFull, checkWrite } = watchSpace(reserve, log)
  const embedded = await openEmbedded(directory.database)
  const database = await openDatabase({ embedded, beforeWrite: checkWrite }, hooks)
  if (isFull()) await checkMigrated(database)
  else await database.migrate()
  const close = async (): Promise<void> => {
    await database.close()
    await embedded.close()
    directory.release()
  }
  return { database, isFull, close }
}

const openShared = async (url: string, options: OpenOptions): Promise<OpenDatabase> => {
  const database = await openMigrated(url, options)
  return { database, isFull: () => false, close: () => database.close() }
}

/** The database that the settings name, brought up to date (C10.1). */
export const openConfiguredDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'databaseSchema' | 'dataDir' | 'diskReserveMb'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> =>
  settings.databaseUrl === undefined
    ? openKept(settings, options)
    : openShared(settings.databaseUrl, { ...options, schema: settings.databaseSchema })
