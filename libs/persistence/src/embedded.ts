import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

/**
 * Opens the embedded PostgreSQL in a folder, or in memory without one. Two processes on one folder lose data
 * silently: the caller holds the lock of the folder (C10.3), and closes what it has opened.
 */
export const openEmbedded = (options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> =>
  PGlite.create({ ...options, extensions: { fuzzystrmatch, pg_trgm, unaccent } })
