import type { ContentLine, ContentRecord } from './content-record.ts'

/** The result of writing one record. */
export type RecordOutcome =
  { readonly kind: 'added' | 'updated' | 'unchanged' } | { readonly kind: 'refused'; readonly reason: string }

/** Port: imports and exports all content for an operator, without permission checks (C10.6). */
export interface TransferStore {
  /**
   * Writes a batch in one transaction, and returns an outcome for each record. It updates a record that exists already
   * (by username, name or `ref`). A refused record does not stop the other records of its batch.
   */
  write(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]>
  /**
   * Indexes the written records for searches. Many waiting records would make searches slow. The next batch can be written
   * meanwhile.
   */
  index(): Promise<void>
  /** A dry run: runs the work on a store whose writes are rolled back at the end. */
  rehearse<Result>(work: (store: TransferStore) => Promise<Result>): Promise<Result>
  /** All content except the ghost and secrets, in a stable order in which it can be imported. */
  read(): AsyncIterable<ContentLine>
  count(): Promise<number>
}
