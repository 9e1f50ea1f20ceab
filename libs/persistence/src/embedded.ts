import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { dataDir as emptyCluster } from '@electric-sql/pglite-prepopulatedfs'

/** Written when a cluster is whole: a first start that was killed half-way leaves none, and nothing to keep. */
const READY = 'content-service.ready'

/**
 * PostgreSQL's own default of 128 MB would be touched in full by an import; the operating system caches as well. Of the
 * write-ahead log, no more stays on the disk than PostgreSQL needs.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB', '-c', 'min_wal_size=32MB']

/**
 * Compiling PostgreSQL with all of V8's optimizations takes 0.5 GB and most of the first seconds; queries gain
 * nothing that this scale would notice.
 */
const compileLightly = (): void => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

const open = async (dataDir?: string): Promise<PGlite> => {
  const isNew = dataDir === undefined || !existsSync(dataDir)
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    // A cluster made beforehand: initdb would take seconds and 0.7 GB.
    ...(isNew && { loadDataDir: await emptyCluster() }),
    extensions: { fuzzystrmatch, pg_trgm, unaccent },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
  })
}

/** Whether a folder holds an embedded database that is whole. */
export const holdsDatabase = (dataDir: string): boolean => existsSync(join(dataDir, READY))

const quarantinePartial = (dataDir: string): void => {
  if (existsSync(dataDir) && !holdsDatabase(dataDir))
    renameSync(dataDir, `${dataDir}.unfinished-${Date.now()}`)
}

/**
 * Opens the embedded PostgreSQL in a folder, or in memory without one. Two processes on one folder lose data
 * silently: the caller holds the lock of the folder (C10.3), and closes what it has opened.
 */
export const openEmbedded = async (dataDir?: string): Promise<PGlite> => {
  compileLightly()
  if (dataDir === undefined) return open()
  quarantinePartial(dataDir)
  const pglite = await open(dataDir)
  writeFileSync(join(dataDir, READY), '')
  return pglite
}
