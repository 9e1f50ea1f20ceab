import { ContentError } from '@content-service/domain'
import type { Work } from './mode.ts'
import type { ContentReads } from './session-options.ts'

/** Where a read of content can run. */
interface Places<Result> {
  readonly contentReads: ContentReads
  /** Runs the read on the primary database. */
  readonly onPrimary: (work: Work<Result>) => Promise<Result>
}

/** Runs a read on a replica that has all writes of the caller, or else on the primary database. */
export const readFromReplica = async <Result>(
  work: Work<Result>,
  { contentReads, onPrimary }: Places<Result>,
): Promise<Result> => {
  const replica = await contentReads.replica()
  if (replica === null) return onPrimary(work)
  // A failure of the replica, such as a row that it needs for too long, need not happen on the primary database.
  return work(replica).catch((error: unknown) => {
    // A search that takes too long on the replica also takes too long on the primary database.
    if (error instanceof ContentError) throw error
    return onPrimary(work)
  })
}
