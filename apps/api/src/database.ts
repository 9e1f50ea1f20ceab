import { openDatabase, openEmbedded, type Database } from '@content-service/persistence'
import type { Settings } from './config.ts'
import { openDataDirectory } from './data-directory.ts'

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

const openKept = async (dataDir: string): Promise<OpenDatabase> => {
  const directory = openDataDirectory(dataDir)
  const embedded = await openEmbedded(directory.database)
  const database = await openDatabase({ embedded })
  const close = async (): Promise<void> => {
    await database.close()
    await embedded.close()
    directory.release()
  }
  return { database, close }
}

/** The database that the settings name, brought up to date (C10.1). */
export const openConfiguredDatabase = async ({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> => {
  const opened =
    databaseUrl === undefined
      ? await openKept(dataDir)
      : await openDatabase({ url: databaseUrl }).then((database) => ({
          database,
          close: () => database.close(),
        }))
  await opened.database.migrate()
  return opened
}
