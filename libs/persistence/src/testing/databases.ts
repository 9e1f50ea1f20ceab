import { inject } from 'vitest'
import { createDatabase } from '../../../../tools/postgres-database.ts'
import type {} from '../../../../tools/vitest-postgres.ts'
import { openEmbedded } from '../embedded.ts'
import { openDatabase, type Database, type DatabaseHooks } from '../orm.ts'

export interface TestDatabase {
  readonly database: Database
  close(): Promise<void>
}

const migrate = async (url: string): Promise<void> => {
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
}

/** A migrated database of its own on the PostgreSQL of this test run. */
export const openPostgres = async (hooks: DatabaseHooks = {}): Promise<TestDatabase> => {
  const { url, drop } = await createDatabase(inject('postgresUrl'), { name: 'migrated', prepare: migrate })
  const database = await openDatabase({ url }, hooks)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { database, close }
}

/** A migrated PGlite in memory. */
export const openPglite = async (hooks: DatabaseHooks = {}): Promise<TestDatabase> => {
  const embedded = await openEmbedded()
  const database = await openDatabase({ embedded }, hooks)
  await database.migrate()
  const close = async () => {
    await database.close()
    await embedded.close()
  }
  return { database, close }
}
