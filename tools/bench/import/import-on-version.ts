import type { PostgresVersion } from '../../postgres/postgres-versions.ts'
import { startPostgres } from '../../postgres/postgres.ts'
import { runCommand } from '../api/service.ts'
import { measureCommand, measurePostgres } from './measure.ts'

export interface ImportTimes {
  readonly seconds: number
  /** CPU time of PostgreSQL and of the importing process. */
  readonly cpuSeconds: number
}

/** Imports a file into empty tables, without statistics for the planner and without the work of autovacuum. */
export const importOnVersion = async (version: PostgresVersion, file: string): Promise<ImportTimes> => {
  const postgres = await startPostgres({ version, settings: { autovacuum: 'off' } })
  try {
    const settings = { DATABASE_URL: postgres.url }
    runCommand(['migrate'], settings)
    const { result, seconds, postgresSeconds } = await measurePostgres(postgres.pid, () =>
      measureCommand(['import', file], settings),
    )
    return { seconds, cpuSeconds: postgresSeconds + (result.ownSeconds ?? 0) }
  } finally {
    await postgres.stop()
  }
}
