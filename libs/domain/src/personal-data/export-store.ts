import type { UserId } from '../rules/ids.ts'
import type { Claim } from '../work/claim.ts'
import type { ReadableFilter } from '../model/types/record-store.ts'
import type { DataExport, ExportId } from './data-export.ts'

export interface ClaimedExport extends Claim<ExportId> {
  readonly userId: UserId
}

/** One record about a person, with the name of its kind. */
export interface PersonalRecord {
  readonly type: string
}

/** Port: stores exports from their request to their removal. */
export interface ExportStore {
  nextId(): ExportId
  /** Adds the export unless `isEnough` accepts the user's newest export. Two concurrent requests create one export. */
  request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport>
  /** The newest export of the user. */
  newest(user: UserId): Promise<DataExport | null>
  get(id: ExportId): Promise<DataExport | null>
  /** Claims an export without a complete file, and removes the parts of an earlier attempt. */
  claim(now: Date, until: Date): Promise<ClaimedExport | null>
  /**
   * All stored data about a user, without secrets, in small reads. A link to a record outside of `readable` is null.
   */
  records(user: UserId, readable: ReadableFilter): AsyncIterable<PersonalRecord>
  /**
   * Appends a part and extends the claim. False if another process has claimed the export since, or if the user is
   * deleted.
   */
  append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean>
  /** Marks the file as complete. False if another process has claimed the export since, or if the user is deleted. */
  finish(claimed: ClaimedExport, times: Record<'readyAt' | 'expiresAt', Date>): Promise<boolean>
  /** A part of the file, counted from 0; null after the last part. */
  part(id: ExportId, place: number): Promise<string | null>
  /** Removes the files that expired before `expiredBy`, and the exports that were requested before `forgotten`. */
  purge(expiredBy: Date, forgotten: Date): Promise<void>
}
