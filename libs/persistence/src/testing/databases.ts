import type { ContentModel } from '@content-service/domain'
import type { EmbeddedDatabase } from '../embedded/embedded-database.ts'
import { inject } from 'vitest'
import {
  restoreSnapshot,
  takeSnapshot,
  type DatabaseSnapshot,
} from '../../../../tools/postgres/database-snapshot.ts'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import type { BeforeWrite } from '../database/before-write.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openDatabase, type Database, type DatabaseHooks } from '../database/orm.ts'
import { compareModel } from '../records/compare-tables.ts'
import { listStatements } from '../records/table-difference.ts'

export interface TestDatabase {
  readonly database: Database
  close(): Promise<void>
}

export const migrate = async (url: string): Promise<void> => {
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
}

/** A separate migrated database on the PostgreSQL of this test run. */
export const openPostgres = async (hooks: DatabaseHooks = {}): Promise<TestDatabase> => {
  const { url, drop } = await createDatabase(inject('postgresUrl'), { name: 'migrated', prepare: migrate })
  const database = await openDatabase({ url }, hooks)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { database, close }
}

interface MigratedPglite {
  readonly embedded: EmbeddedDatabase
  readonly snapshot: DatabaseSnapshot
}

const migrateEmbedded = async (): Promise<EmbeddedDatabase> => {
  const embedded = await openEmbedded()
  const database = await openDatabase({ embedded })
  await database.migrate()
  await database.close()
  return embedded
}

/** The test files of one worker share this list, because an embedded database takes 1.4 s to start. */
const shared = globalThis as { idlePglites?: MigratedPglite[] }
const idle = (shared.idlePglites ??= [])

const takePglite = async (): Promise<MigratedPglite> => {
  const taken = idle.pop()
  if (taken !== undefined) return taken
  const embedded = await migrateEmbedded()
  return { embedded, snapshot: await takeSnapshot(embedded) }
}

/** A migrated PGlite in memory with no content. */
export const openPglite = async (
  hooks: DatabaseHooks = {},
  beforeWrite: BeforeWrite = () => undefined,
): Promise<TestDatabase> => {
  const { embedded, snapshot } = await takePglite()
  const database = await openDatabase({ embedded, beforeWrite }, hooks)
  const close = async () => {
    await database.close()
    if (await restoreSnapshot(embedded, snapshot)) idle.push({ embedded, snapshot })
    else await embedded.close()
  }
  return { database, close }
}

/** Changes the tables by the migration that the service proposes for the model. */
export const migrateTypes = async (database: Database, model: ContentModel): Promise<void> => {
  const { differences } = await compareModel(database.session(), model)
  for (const statement of listStatements(differences)) await database.session().execute(statement)
}

/**
 * For tests that fill large tables with the same statements on both databases: PGlite only in the long form of the
 * tests.
 */
export const SAMPLED_DATABASES = (
  [
    ['PGlite', openPglite],
    ['PostgreSQL', openPostgres],
  ] as const
).slice(countRuns({ short: 1, long: 0 }))
