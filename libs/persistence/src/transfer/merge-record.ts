import { isSame } from '@content-service/domain/internal/rules'

/** The attributes of a record that can change. */
export interface Versioned {
  readonly id: string | number
  readonly version: number
  readonly updatedAt: Date | null
}

/** The values of a line for a row: a member that the line leaves out does not change. */
export type LineValues<Row> = { readonly [K in keyof Row]?: Row[K] | undefined }

export const removeAbsent = <Row>(given: LineValues<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Row>

/** Whether a row has all values. */
export const isUnchanged = <Row>(row: Row, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(([key, value]) => isSame(row[key as keyof Row], value))

/**
 * The row with the values of the line; the row itself if no value differs, so that a second import changes nothing. C17.10: the
 * version of a complete export does not lower that of the row.
 */
export const mergeRecord = <Row extends Versioned>(row: Row, given: LineValues<Row>, now: Date): Row => {
  const { version = 0, ...fields } = removeAbsent(given) as Partial<Versioned>
  if (isUnchanged(row, fields)) return row
  return { ...row, updatedAt: now, ...fields, version: Math.max(row.version + 1, version) }
}
