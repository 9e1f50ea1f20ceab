import { OperatorError } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { DEFAULT_DATABASE_LIMITS, type DatabaseLimits } from '../connections/postgres-pool.ts'
import { openDatabase, type Database, type DatabaseHooks } from './orm.ts'
import { findRow } from '../statements/sql.ts'
import { nameConnection, type AddressSetting } from '../connections/connection-failure.ts'

export interface ServerState {
  /** The connections that PostgreSQL has for all programs of this user in this database together. */
  readonly connections: number
  /** How much the clock of this process is ahead of the clock of PostgreSQL, in milliseconds. */
  readonly clockAheadMs: number
}

/** One connection. A server that hangs gets a few seconds. */
const LIMITS: DatabaseLimits = {
  ...DEFAULT_DATABASE_LIMITS,
  connections: 1,
  statementTimeoutMs: 3_000,
  connectionTimeoutMs: 4_000,
}

/** Superusers have the reserved connections for themselves. A limit of -1 is none, and `least` ignores null. */
const STATE = sql<{ connections: number; clock: Date }>`
  select clock_timestamp() as clock, least(
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int,
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as connections`

const read = async (database: Database): Promise<ServerState> => {
  // Its time has no part in the comparison of the clocks.
  await database.session().getConnection().ensureConnection()
  const before = Date.now()
  const row = await findRow(database.session(), STATE)
  const now = (before + Date.now()) / 2
  if (row === null) throw new OperatorError('PostgreSQL gives no answer.')
  return { connections: row.connections, clockAheadMs: now - row.clock.getTime() }
}

/** Connects to the PostgreSQL of a setting and changes nothing. @throws OperatorError if it does not answer. */
export const readServerState = async (
  setting: AddressSetting,
  url: string,
  hooks: Pick<DatabaseHooks, 'directUrl'> = {},
): Promise<ServerState> => {
  const database = await openDatabase({ url, limits: LIMITS }, hooks)
  try {
    return await nameConnection(setting, () => read(database))
  } finally {
    await database.close()
  }
}
