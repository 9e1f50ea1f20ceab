import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyMigratedDatabase, openDatabase } from '@content-service/persistence'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../../tools/postgres/vitest-embedded.ts'
import type {} from '../../../../../tools/postgres/vitest-postgres.ts'
import { DATABASE_FOLDER } from '../../../src/storage/data-directory.ts'

const migrate = async (url: string): Promise<void> => {
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
}

/** A separate PostgreSQL database for a test, with all tables and without content. */
export const createMigratedDatabase = (): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), { name: 'service_migrated', prepare: migrate })

/** Adds a database with all tables and without content to a data directory. */
export const fillDataDirectory = async (directory: string): Promise<void> => {
  const folder = join(directory, DATABASE_FOLDER)
  if (!existsSync(folder)) await copyMigratedDatabase(folder, inject('embeddedTemplates'))
}
