import {
  openDatabase,
  openEmbedded,
  openMigrated,
  type Database,
  type MigratedOptions,
} from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import { openDataDirectory } from './data-directory.ts'
import { checkSpaceToStart, refuseWhenFull } from './disk-space.ts'

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

interface OpenOptions extends MigratedOptions {
  /** Told when the disk of an embedded database is full. */
  readonly log?: Logger
}

const openKept = async (
  { dataDir, diskReserveMb: reserveMb }: Pick<Settings, 'dataDir' | 'diskReserveMb'>,
  { log, ...hooks }: OpenOptions,
): Promise<OpenDatabase> => {
  const directory = openDataDirectory(dataDir)
  const reserve = { directory: dataDir, reserveMb }
  checkSpaceToStart(reserve)
  const embedded = await openEmbedded(directory.database)
  const database = await openDatabase({ embedded, beforeWrite: refuseWhenFull(reserve, log) }, hooks)
  await database.migrate()
  const close = async (): Promise<void> => {
    await database.close()
    await embedded.close()
    directory.release()
  }
  return { database, close }
}

const openShared = async (url: string, options: OpenOptions): Promise<OpenDatabase> => {
  const database = await openMigrated(url, options)
  return { database, close: () => database.close() }
}

/** The database that the settings name, brought up to date (C10.1). */
export const openConfiguredDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'diskReserveMb'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> =>
  settings.databaseUrl === undefined ? openKept(settings, options) : openShared(settings.databaseUrl, options)
