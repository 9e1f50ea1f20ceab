import type { Claim, ClaimTime } from '../../../work/claim.ts'
import type { MemoryTable } from '../memory-table.ts'

/** What a row that workers claim has. */
export interface WorkRow extends Pick<Claim, 'attempts'> {
  readonly claimedUntil: Date | null
}

/** Whether no worker has a claim on the row. */
export const isFree = ({ claimedUntil }: WorkRow, now: Date): boolean =>
  claimedUntil === null || claimedUntil <= now

/** Claims the first free row that is due. */
export const claimFirst = <Row extends WorkRow, Key>(
  table: MemoryTable<Row, Key>,
  { now, until }: ClaimTime,
  isDue: (row: Row) => boolean,
): Row | null => {
  const due = table.find((row) => isFree(row, now) && isDue(row))
  return due && table.put({ ...due, attempts: due.attempts + 1, claimedUntil: until })
}

/** Changes a row that the worker has claimed; false if another worker has claimed the row since. */
export const changeClaimed = <Row extends WorkRow, Id extends string>(
  table: MemoryTable<Row, Id>,
  { id, attempts }: Claim<Id>,
  changes: (row: Row) => Partial<Row> | null,
): boolean => {
  const row = table.get(id)
  const changed = row?.attempts === attempts ? changes(row) : null
  if (row && changed) table.put({ ...row, ...changed })
  return changed !== null
}
