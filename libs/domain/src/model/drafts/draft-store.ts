import type { RecordType } from '../types/record-type.ts'
import type { Draft, DraftKey } from './draft.ts'

/** Port: stores the drafts of all types. */
export interface DraftStore {
  find(type: RecordType, key: DraftKey): Promise<Draft | null>
  /**
   * Adds the draft, or replaces that of the user and the record.
   * @throws ContentError CONFLICT if it is a new one and the user has `most` drafts of all types.
   */
  save(type: RecordType, draft: Draft, most: number): Promise<void>
  /** Returns false if there is none. `isNoted`: the audit log has an entry of the removal. */
  remove(type: RecordType, key: DraftKey, isNoted: boolean): Promise<boolean>
}
