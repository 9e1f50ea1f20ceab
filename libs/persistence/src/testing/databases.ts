import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyEmbeddedTemplate } from '../../../../tools/embedded-template.ts'
import { createDatabase } from '../../../../tools/postgres-database.ts'
import type {} from '../../../../tools/vitest-postgres.ts'
import type { BeforeWrite } from '../before-write.ts'
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

/** A migrated PGlite in a folder of its own. */
export const openPglite = async (
  hooks: DatabaseHooks = {},
  beforeWrite: BeforeWrite = () => undefined,
): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  const dataDir = join(folder, 'database')
  await copyEmbeddedTemplate(dataDir)
  const embedded = await openEmbedded(dataDir)
  const database = await openDatabase({ embedded, beforeWrite }, hooks)
  const close = async () => {
    await database.close()
    await embedded.close()
    await rm(folder, { recursive: true })
  }
  return { database, close }
}
