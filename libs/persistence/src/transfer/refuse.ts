import { ContentError, type ContentModel } from '@content-service/domain'
import type { RecordOutcome } from '@content-service/domain/internal/transfer'
import { translateConstraint } from '../records/record-errors.ts'
import { UNIQUE_VIOLATION, type DatabaseError } from '../statements/store-errors.ts'

/** Turns the refusal of a record into its outcome, and throws every other error. */
export const refuse = (error: unknown): RecordOutcome => {
  if (error instanceof ContentError && error.status !== 503) return { kind: 'refused', reason: error.message }
  throw error
}

/** The CONFLICT of a value that another record of a declared type has (C14.9); any other error unchanged. */
export const translateUnique = (model: ContentModel, error: unknown): unknown => {
  const { code, table } = error as DatabaseError
  const type = model.types.find(({ plural }) => plural === table)
  return code === UNIQUE_VIOLATION && type ? translateConstraint(type, error, model) : error
}
