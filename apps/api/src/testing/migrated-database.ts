import { openDatabase } from '@content-service/persistence'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../tools/postgres-database.ts'
import type {} from '../../../../tools/vitest-postgres.ts'

const migrate = async (url: string): Promise<void> => {
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
}

/** A PostgreSQL database of its own for a test, with all tables and without content. */
export const createMigratedDatabase = (): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), { name: 'service_migrated', prepare: migrate })
