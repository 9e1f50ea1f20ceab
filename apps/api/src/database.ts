import { openDatabase, openEmbedded, type Database, type DatabaseHooks } from '@content-service/persistence'
import type { Settings } from './config.ts'
import { openDataDirectory } from './data-directory.ts'

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

const openKept = async (dataDir: string, hooks: DatabaseHooks): Promise<OpenDatabase> => {
  const directory = openDataDirectory(dataDir)
  const embedded = await openEmbedded(directory.database)
  const database = await openDatabase({ embedded }, hooks)
  const close = async (): Promise<void> => {
    await database.close()
    await embedded.close()
    directory.release()
  }
  return { database, close }
}

/** The database that the settings name, brought up to date (C10.1). */
export const openConfiguredDatabase = async (
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  hooks: DatabaseHooks = {},
): Promise<OpenDatabase> => {
  const opened =
    databaseUrl === undefined
      ? await openKept(dataDir, hooks)
      : await openDatabase({ url: databaseUrl }, hooks).then((database) => ({
          database,
          close: () => database.close(),
        }))
  await opened.database.migrate()
  return opened
}
