import type { ContentLine, ContentRecord } from './content-record.ts'

/** Port: whole content in and out, past the rules of who may (an operator may). */
export interface TransferStore {
  /**
   * Writes a batch in one transaction. A record that is there already, by username, name or `ref`, is updated and
   * not doubled. For each record null, or the reason why it was refused; the others are written.
   */
  write(records: readonly ContentRecord[]): Promise<readonly (string | null)[]>
  /** All content but the ghost and secrets, in a stable order in which it can be imported. */
  read(): AsyncIterable<ContentLine>
  count(): Promise<number>
}
