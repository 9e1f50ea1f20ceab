import type { UserId } from '../ids.ts'
import type { DataExport, ExportId } from './data-export.ts'

/** An export that one process makes. */
export interface ClaimedExport {
  readonly id: ExportId
  readonly userId: UserId
  /** Which attempt this is, from 1: only the last one is heard. */
  readonly attempts: number
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
  /** Takes one that is to be made, from its beginning; who has not gone on by `until` has died, and another one takes it. */
  claim(now: Date, until: Date): Promise<ClaimedExport | null>
  /** All that is kept about somebody, without secrets, read bit by bit. */
  records(user: UserId): AsyncIterable<PersonalRecord>
  /** False once another process has taken it, or the user is gone. */
  append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean>
  /** The same. */
  finish(claimed: ClaimedExport, times: Record<'readyAt' | 'expiresAt', Date>): Promise<boolean>
  /** What was appended, from 0; null after the last. */
  part(id: ExportId, place: number): Promise<string | null>
  /** Removes the contents of what has expired by then, and forgets what had been requested before `forgotten`. */
  purge(expiredBy: Date, forgotten: Date): Promise<void>
}
