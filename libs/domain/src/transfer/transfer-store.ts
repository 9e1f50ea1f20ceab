import type { ContentLine, ContentRecord } from './content-record.ts'

/** The result of writing one record. */
export type RecordOutcome =
  { readonly kind: 'added' | 'updated' | 'unchanged' } | { readonly kind: 'refused'; readonly reason: string }

/** C17.10: `complete` adds revisions, the trash, likes, counters, versions and schedules to the usual content. */
export type Extent = 'usual' | 'complete'

/** Port: imports and exports all content for an operator, without permission checks (C10.6). */
export interface TransferStore {
  /**
   * Writes a batch in one transaction, and returns an outcome for each record. It updates a record that exists already
   * (by username, name or `ref`). A refused record does not stop the other records of its batch. Searches find the
   * written records at once. Batches may be written at the same time: a batch waits for an earlier batch that names its
   * records.
   */
  write(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]>
  /**
   * Writes the links of records to records of their own type, which may be on later lines, after `write` has written the
   * records. A record that `write` has refused stays as it is.
   */
  writeOwnLinks(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]>
  /** A dry run: runs the work on a store whose writes are rolled back at the end. */
  rehearse<Result>(work: (store: TransferStore) => Promise<Result>): Promise<Result>
  /** All content except the ghost and secrets, in a stable order in which it can be imported. */
  read(extent?: Extent): AsyncIterable<ContentLine>
  /** The number of lines that `read` gives. */
  count(extent?: Extent): Promise<number>
  /** Collects statistics about tables that have none, or that have changed much. Large imports look up many records. */
  refreshStatistics(): Promise<void>
}
