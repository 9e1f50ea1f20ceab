import type { EmbeddedDatabase } from './embedded-database.ts'

/** Two segments: together with the two segments that PostgreSQL keeps, the log takes 64 MB of the disk. */
const MOST_BYTES = 32 * 1_048_576
/** Writes within this time share one check of the log. */
const WAIT_MS = 100

const LOG_END = 'select pg_current_wal_insert_lsn()::text as place'
const WRITTEN = 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes'

/**
 * Keeps the write-ahead log of an embedded database short. PGlite has no background process for checkpoints, so that
 * the log would grow to 1 GB. Call the returned function after each write.
 */
export const keepWalShort = (pglite: EmbeddedDatabase): (() => void) => {
  let checkpoint = '0/0'
  let isWaiting = false
  const check = async (): Promise<void> => {
    isWaiting = false
    const { rows } = await pglite.query<{ bytes: number }>(WRITTEN, [checkpoint])
    if ((rows[0]?.bytes ?? 0) < MOST_BYTES) return
    await pglite.exec('checkpoint')
    const end = await pglite.query<{ place: string }>(LOG_END)
    checkpoint = end.rows[0]?.place ?? checkpoint
  }
  return () => {
    if (isWaiting || pglite.closed) return
    isWaiting = true
    // The next write tries a failed checkpoint again; a closed database needs none.
    setTimeout(() => void check().catch(() => undefined), WAIT_MS).unref()
  }
}
