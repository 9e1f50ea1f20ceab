import { type Extensions, PGlite } from '@electric-sql/pglite'

/** The empty database that the test files of one worker start from. */
const shared = globalThis as { emptyPglite?: Promise<Blob | File> }

async function dumpEmpty(): Promise<Blob | File> {
  const empty = await PGlite.create()
  const dump = await empty.dumpDataDir('none')
  await empty.close()
  return dump
}

/** A new empty database. PGlite takes 8 s of CPU time to create one, and 1 s for a copy. */
export async function openPglite(extensions: Extensions = {}): Promise<PGlite> {
  shared.emptyPglite ??= dumpEmpty()
  return PGlite.create({ extensions, loadDataDir: await shared.emptyPglite })
}
