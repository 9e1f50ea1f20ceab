/** The attributes of a record that can change. */
export interface Versioned {
  readonly id: string | number
  readonly version: number
  readonly updatedAt: Date | null
}

/** The values of a line for a row: a member that the line leaves out does not change. */
export type LineValues<Row> = { readonly [K in keyof Row]?: Row[K] | undefined }

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

export const removeAbsent = <Row>(given: LineValues<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Row>

/** The row with the values of the line; the row itself if no value differs, so that a second import changes nothing. */
export const mergeRecord = <Row extends Versioned>(row: Row, given: LineValues<Row>, now: Date): Row => {
  const fields = removeAbsent(given)
  const differs = (Object.keys(fields) as (keyof Row)[]).some((key) => !isSame(row[key], fields[key]))
  return differs ? { ...row, version: row.version + 1, updatedAt: now, ...fields } : row
}
