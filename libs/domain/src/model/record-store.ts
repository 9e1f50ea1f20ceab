import type { RecordId } from './field.ts'
import type { RecordOf, RecordType } from './record-type.ts'

/** Port: stores the records of one declared type. */
export interface RecordStore<R> {
  nextId(): RecordId
  /**
   * @throws ContentError BAD_USER_INPUT at a link whose record does not exist; CONFLICT if another record has the
   * unique text, regardless of upper and lower case.
   */
  add(record: R): Promise<R>
  get(id: RecordId): Promise<R | null>
  change(id: RecordId, decide: (current: R) => R): Promise<R | null>
  remove(id: RecordId, decide: (current: R) => void): Promise<boolean>
}

/** The store of each declared type. */
export type RecordStores = <T extends RecordType>(type: T) => RecordStore<RecordOf<T>>
