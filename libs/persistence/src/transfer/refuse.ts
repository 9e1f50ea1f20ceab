import { ContentError } from '@content-service/domain'
import type { RecordOutcome } from '@content-service/domain/transfer'

/** Turns the refusal of a record into its outcome, and throws every other error. */
export const refuse = (error: unknown): RecordOutcome => {
  if (error instanceof ContentError && error.status !== 503) return { kind: 'refused', reason: error.message }
  throw error
}
