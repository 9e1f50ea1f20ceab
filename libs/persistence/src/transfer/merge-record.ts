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

/** The row with the values of the line; the row itself if no value differs, so that a second import changes nothing. */
export const mergeRecord = <Row extends Versioned>(row: Row, given: LineValues<Row>, now: Date): Row => {
  const fields = removeAbsent(given)
  return isUnchanged(row, fields) ? row : { ...row, version: row.version + 1, updatedAt: now, ...fields }
}
