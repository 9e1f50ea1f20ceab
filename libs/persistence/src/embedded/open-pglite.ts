import { existsSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { dataDir as emptyCluster } from '@electric-sql/pglite-prepopulatedfs'
import type { Opening } from './messages.ts'

/**
 * An import would use all of PostgreSQL's default of 128 MB, and the operating system has a cache, too. The second
 * setting limits the write-ahead log on the disk to the size that PostgreSQL needs.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB', '-c', 'min_wal_size=32MB']

/** Only an embedded database loads this file, because PGlite takes a tenth of a second and 20 MB. */
export const openPglite = async ({ dataDir, code }: Omit<Opening, 'kind'>): Promise<PGlite> => {
  const isNew = dataDir === undefined || !existsSync(dataDir)
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    pgliteWasmModule: code,
    // A prepared cluster: initdb would take seconds and 0.7 GB.
    ...(isNew && { loadDataDir: await emptyCluster() }),
    extensions: { fuzzystrmatch, pg_trgm, unaccent },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
  })
}
