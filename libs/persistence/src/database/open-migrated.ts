import { OperatorError } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import type { DatabaseLimits } from '../connections/postgres-pool.ts'
import { nameConnection, nameDirect } from '../connections/connection-failure.ts'
import { checkSession, SHOW_RELIED_ON } from '../connections/session.ts'
import { findRow, findRows } from '../statements/sql.ts'
import { openDatabase, type Database, type DatabaseHooks } from './orm.ts'

/** Without `limits`, a statement has no time limit, such as in an import. */
export interface MigratedOptions extends DatabaseHooks {
  readonly limits?: DatabaseLimits
}

/** Work without a time limit, on a connection with a session. */
const runUnlimited = async (
  url: string,
  { directUrl, ...hooks }: DatabaseHooks,
  work: (database: Database) => Promise<unknown>,
): Promise<void> => {
  const unlimited = await openDatabase({ url: directUrl ?? url }, hooks)
  try {
    await nameConnection(nameDirect(directUrl), () => work(unlimited))
  } finally {
    await unlimited.close()
  }
}

/** A pooler cannot take the search path from the service, and the tables would be missing. @throws OperatorError. */
const checkSearchPath = async (database: Database, schema: string): Promise<void> => {
  const row = await findRow(database.session(), sql<{ current: string }>`select current_schema() as current`)
  if (row?.current === schema) return
  throw new OperatorError(
    `The connections of DATABASE_URL do not use the schema ${schema}. The pooler must set it: connect_query='set search_path = ${schema}, public'`,
  )
}

/** Others set up the sessions of a pooler or of an application. @throws OperatorError. */
const checkSessions = async (database: Database, { directUrl, pool }: MigratedOptions): Promise<void> => {
  if (directUrl === undefined && pool === undefined) return
  const rows = await findRows(database.session(), SHOW_RELIED_ON)
  checkSession(rows, pool ? "The connections of the application's pool" : 'The connections of DATABASE_URL')
}

/** Opens and migrates a PostgreSQL. Migrations have no time limit; later statements have the limits. */
export const openMigrated = async (
  url: string,
  { limits, pool, ...hooks }: MigratedOptions = {},
): Promise<Database> => {
  const database = await openDatabase({ url, ...(limits && { limits }) }, { ...hooks, pool })
  try {
    const isMigrated = await nameConnection('DATABASE_URL', () => database.isMigrated())
    if (!isMigrated) await runUnlimited(url, hooks, (unlimited) => unlimited.migrate())
    else if (await database.hasWaitingIndexes())
      await runUnlimited(url, hooks, (unlimited) => unlimited.finishIndexes())
    const { directUrl, schema } = hooks
    if (directUrl !== undefined && schema !== undefined) await checkSearchPath(database, schema)
    await checkSessions(database, { ...hooks, pool })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
