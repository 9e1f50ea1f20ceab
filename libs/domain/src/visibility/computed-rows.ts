import { computeRow, listReadComputed, type ReportFailure } from '../model/computed/computed-values.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { Row } from '../reading/reading.ts'

/** Receives the code of computed fields that fails in a read: the value is null, and the caller learns nothing else. */
export interface ReportingContext {
  readonly reportFailure?: ReportFailure | undefined
}

const ignore = (): void => undefined

/** C16.2: adds the values that reads compute to a row whose fields no mask has changed yet. */
export const addComputed = (type: RecordType, fields: readonly string[]) => {
  const names = listReadComputed(type, fields)
  return ({ reportFailure = ignore }: ReportingContext, row: Row): Row =>
    computeRow(type, names, row, reportFailure)
}
