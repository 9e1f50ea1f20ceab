import { openDatabase, type Database, type DatabaseHooks } from './orm.ts'
import type { DatabaseLimits } from './postgres-pool.ts'

/** Without `limits`, a statement has no time limit, such as in an import. */
export interface MigratedOptions extends DatabaseHooks {
  readonly limits?: DatabaseLimits
}

/** Opens and migrates a PostgreSQL. Migrations have no time limit; later statements have the limits. */
export const openMigrated = async (
  url: string,
  { limits, pool, ...hooks }: MigratedOptions = {},
): Promise<Database> => {
  const unlimited = await openDatabase({ url }, hooks)
  await unlimited.migrate()
  if (limits === undefined && pool === undefined) return unlimited
  await unlimited.close()
  return openDatabase({ url, ...(limits && { limits }) }, { ...hooks, pool })
}
