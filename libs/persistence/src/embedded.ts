import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { dataDir as emptyCluster } from '@electric-sql/pglite-prepopulatedfs'

/** The service writes this file when a cluster is complete: a folder without the file has no data worth keeping. */
const READY = 'content-service.ready'

/**
 * An import would use all of PostgreSQL's default of 128 MB, and the operating system has a cache, too. The second
 * setting limits the write-ahead log on the disk to the size that PostgreSQL needs.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB', '-c', 'min_wal_size=32MB']

/**
 * To compile PostgreSQL with all optimizations of V8 takes 0.5 GB and most of the first seconds, and makes the queries
 * of a small database hardly faster.
 */
const compileLightly = (): void => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

const open = async (dataDir?: string): Promise<PGlite> => {
  const isNew = dataDir === undefined || !existsSync(dataDir)
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    // A prepared cluster: initdb would take seconds and 0.7 GB.
    ...(isNew && { loadDataDir: await emptyCluster() }),
    extensions: { fuzzystrmatch, pg_trgm, unaccent },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
  })
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
export const openEmbedded = async (dataDir?: string): Promise<PGlite> => {
  compileLightly()
  if (dataDir === undefined) return open()
  quarantinePartial(dataDir)
  const pglite = await open(dataDir)
  writeFileSync(join(dataDir, READY), '')
  return pglite
}
