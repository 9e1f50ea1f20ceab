import type { UserId } from '../ids.ts'
import type { Claim } from '../jobs/claim.ts'
import type { DataExport, ExportId } from './data-export.ts'

export interface ClaimedExport extends Claim<ExportId> {
  readonly userId: UserId
}

/** One record about a person, with the kind of record that it is. */
export interface PersonalRecord {
  readonly type: string
}

/** Port: exports, from the request until they are forgotten. */
export interface ExportStore {
  nextId(): ExportId
  /** Adds it, unless `isEnough` says that the user's newest will do. Two requests at once make one. */
  request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport>
  /** The user's newest. */
  newest(user: UserId): Promise<DataExport | null>
  get(id: ExportId): Promise<DataExport | null>
  /** Claims an export that is to be made, and removes the parts of an earlier attempt. */
  claim(now: Date, until: Date): Promise<ClaimedExport | null>
  /** All that is kept about somebody, without secrets, read bit by bit. */
  records(user: UserId): AsyncIterable<PersonalRecord>
  /** Extends the claim. False if another process has claimed the export since, or the user is gone. */
  append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean>
  /** False in the same cases. */
  finish(claimed: ClaimedExport, times: Record<'readyAt' | 'expiresAt', Date>): Promise<boolean>
  /** What was appended, from 0; null after the last. */
  part(id: ExportId, place: number): Promise<string | null>
  /** Removes the contents of what has expired by then, and forgets what had been requested before `forgotten`. */
  purge(expiredBy: Date, forgotten: Date): Promise<void>
}
