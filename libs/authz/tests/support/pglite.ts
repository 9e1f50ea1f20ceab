import { type Extensions, PGlite } from '@electric-sql/pglite'
import { dataDir as openEmptyCluster } from '@electric-sql/pglite-prepopulatedfs'

/** The empty database that the test files of one worker start from. */
const shared = globalThis as { emptyPglite?: Promise<Blob | File> }

/** PGlite takes 8 s of CPU time to create a cluster, and reads a cluster that is not compressed fastest. */
async function dumpEmpty(): Promise<Blob | File> {
  const empty = await PGlite.create({ loadDataDir: await openEmptyCluster() })
  const dump = await empty.dumpDataDir('none')
  await empty.close()
  return dump
}

/** A new empty database. */
export async function openPglite(extensions: Extensions = {}): Promise<PGlite> {
  shared.emptyPglite ??= dumpEmpty()
  return PGlite.create({ extensions, loadDataDir: await shared.emptyPglite })
}
