import { openDatabase, type Database, type DatabaseHooks } from './orm.ts'
import type { DatabaseLimits } from './postgres-pool.ts'

/** Without `limits`, a statement has no time limit, such as in an import. */
export interface MigratedOptions extends DatabaseHooks {
  readonly limits?: DatabaseLimits
}

const migrate = async (url: string, hooks: DatabaseHooks): Promise<void> => {
  const unlimited = await openDatabase({ url }, hooks)
  try {
    await unlimited.migrate()
  } finally {
    await unlimited.close()
  }
}

/** Opens and migrates a PostgreSQL. Migrations have no time limit; later statements have the limits. */
export const openMigrated = async (
  url: string,
  { limits, pool, ...hooks }: MigratedOptions = {},
): Promise<Database> => {
  const database = await openDatabase({ url, ...(limits && { limits }) }, { ...hooks, pool })
  try {
    if (!(await database.isMigrated())) await migrate(url, hooks)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
