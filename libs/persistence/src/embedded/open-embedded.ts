import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { EmbeddedDatabase } from './embedded-database.ts'

/** The service writes this file when a cluster is complete: a folder without the file has no data worth keeping. */
const READY = 'content-service.ready'

/**
 * To compile PostgreSQL with all optimizations of V8 takes 0.5 GB and most of the first seconds, and makes the queries
 * of a small database hardly faster.
 */
const compileLightly = (): void => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** @throws the reason why PostgreSQL cannot open the database. */
const open = async (dataDir?: string): Promise<EmbeddedDatabase> => {
  const database = new EmbeddedDatabase(dataDir)
  try {
    await database.query('select 1')
    return database
  } catch (error) {
    await database.close().catch(() => undefined)
    throw error
  }
}

/** Whether a folder contains a complete embedded database. */
export const holdsDatabase = (dataDir: string): boolean => existsSync(join(dataDir, READY))

const quarantinePartial = (dataDir: string): void => {
  if (existsSync(dataDir) && !holdsDatabase(dataDir))
    renameSync(dataDir, `${dataDir}.unfinished-${Date.now()}`)
}

/**
 * Opens the embedded PostgreSQL in a folder, or in memory without a folder. Two processes on one folder lose data
 * silently: the caller must have the lock of the folder (C10.3), and must close the database.
 */
export const openEmbedded = async (dataDir?: string): Promise<EmbeddedDatabase> => {
  compileLightly()
  if (dataDir === undefined) return open()
  quarantinePartial(dataDir)
  const database = await open(dataDir)
  writeFileSync(join(dataDir, READY), '')
  return database
}
